package dev.weir.config;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.log.PlainText;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SumsTest {

    @Test
    void addsUpThreeTriesBecauseARequestIsReplayedAndAFailureIsRetried() {
        assertThat(configured(b -> b).worstCase())
                .isEqualTo("(poolWait 1s + connect 2s + read 5s) x 3 tries + 1 x pause 50ms = 24050ms; "
                        + "total ends the call after 10s at the latest");
    }

    @Test
    void hasNoEndWithoutLimits() {
        String noTotal =
                configured(b -> b.timeouts(t -> t.total(Duration.ZERO))).worstCase();
        String nothing = configured(b -> b.timeouts(t -> t.total(Duration.ZERO).read(Duration.ZERO)))
                .worstCase();

        assertThat(noTotal).contains(" = 24050ms; total is off, so that a body may take forever");
        assertThat(nothing)
                .isEqualTo(
                        "poolWait 1s + connect 2s + read without limit; total is off, so that a body may take forever");
    }

    @Test
    void fitsInADurationWhateverPasses() {
        Duration longest = Duration.ofDays(25 * 365);
        String worst = configured(b -> b.timeouts(t -> t.connect(longest).total(Duration.ZERO))
                        .retry(r -> r.onStatus(503)
                                .maxRetries(Integer.MAX_VALUE)
                                .backoff(longest)
                                .maxBackoff(longest)))
                .worstCase();

        assertThat(worst).contains("x 2147483649 tries", "years").doesNotContain("-");
    }

    @Test
    void staleWindowIsTwoLookupsAndAnExchangeIfDrained() {
        PoolConfig config = configured(b -> b);

        assertThat(staleWindow(config, ofSeconds(30))).hasSeconds(30 + 2 * 10 + 10);
        assertThat(staleWindow(config, JvmDnsCache.FOREVER)).isEqualTo(JvmDnsCache.FOREVER);
        assertThat(config.staleWindow()).isEqualTo(staleWindow(config, JvmDnsCache.ttl()));
    }

    @Test
    void staleWindowIsTheLifetimeIfNotDrained() {
        PoolConfig config = configured(b -> b.dns(d -> d.drainOnChange(false)));

        assertThat(staleWindow(config, ofSeconds(30))).hasSeconds(30 + 10 + 300);
    }

    @Test
    void staleWindowIsEndlessIfAnExchangeIs() {
        PoolConfig config =
                configured(b -> b.timeouts(t -> t.total(Duration.ZERO).read(Duration.ZERO)));

        assertThat(staleWindow(config, ofSeconds(30))).isEqualTo(JvmDnsCache.FOREVER);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT0.3S, 300ms",
        "PT1S, 1s",
        "PT60S, 1m",
        "PT90S, 90s",
        "PT120S, 2m",
        "PT1H, 1h",
        "PT24H, 1d",
        "PT1.5S, 1500ms",
        "PT0.0000015S, 1500ns",
        "PT0.00125S, 1250us",
        "PT25H, 1 day 1 hour",
        "PT50H0.5S, 2 days 2 hours 500ms",
        "PT219000H, 25 years",
        "PT-48H, -2 days",
        "PT-9223372036854775808S, -292471208677 years 195 days 15 hours 30 minutes 7 seconds 999999999ns",
        "PT-0.5S, -500ms"
    })
    void writesDurationsLikeProperties(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "http://proxy:3128, http://proxy:3128",
        "http://user:pass@proxy:3128, http://***@proxy:3128",
        "user:pass@proxy, ***@proxy",
        "http://a@b:c?d@proxy/x?y=z, http://***@proxy/x?***",
        "http://proxy?token=1, http://proxy?***"
    })
    void hidesCredentials(String address, String shown) {
        assertThat(PlainText.withoutSecrets(address)).isEqualTo(shown);
    }

    private static PoolConfig configured(UnaryOperator<PoolConfig.Builder> knobs) {
        return knobs.apply(PoolConfig.builder("shop")).build();
    }

    private static Duration staleWindow(PoolConfig config, Duration jvmTtl) {
        return config.staleWindow(jvmTtl);
    }
}
