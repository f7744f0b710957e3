package dev.weir.config;

import static dev.weir.config.JvmDnsCache.FOREVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.Security;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmDnsCacheTest {

    private static final String POLICY_CLASS = "sun.net.InetAddressCachePolicy";
    private static final String HIERARCHY = "java.lang.Object/null\n|--" + POLICY_CLASS + "/null\n";

    private final @Nullable String ttl = Security.getProperty(JvmDnsCache.TTL);
    private final @Nullable String negativeTtl = Security.getProperty(JvmDnsCache.NEGATIVE_TTL);

    @AfterEach
    void restoreProperties() {
        // An unset property cannot be restored; what cannot be parsed counts as unset.
        Security.setProperty(JvmDnsCache.TTL, ttl == null ? "unset" : ttl);
        Security.setProperty(JvmDnsCache.NEGATIVE_TTL, negativeTtl == null ? "unset" : negativeTtl);
    }

    @ParameterizedTest
    @CsvSource({"PT10S, 10", "PT0S, 0", "PT0.000000001S, 1", "PT1.5S, 2", "PT2147483647S, 2147483647"})
    void setsWholeSecondsRoundedUp(Duration time, String property) {
        JvmDnsCache.apply(time, time);

        assertThat(Security.getProperty("networkaddress.cache.ttl")).isEqualTo(property);
        assertThat(Security.getProperty("networkaddress.cache.negative.ttl")).isEqualTo(property);
    }

    @Test
    void setsForeverAsMinusOne() {
        JvmDnsCache.apply(FOREVER, Duration.ofSeconds(5));

        assertThat(Security.getProperty("networkaddress.cache.ttl")).isEqualTo("-1");
        assertThat(JvmDnsCache.ttl()).isEqualTo(FOREVER);
        assertThat(JvmDnsCache.negativeTtl()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT-0.000000001S", "PT2147483647.000000001S", "PT2147483648S"})
    void refusesTimeThatTheJvmCannotHold(Duration time) {
        String rule =
                " must be between PT0S and 2147483647 seconds, such as PT10S, or ChronoUnit.FOREVER.getDuration(), but"
                        + " was ";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JvmDnsCache.apply(time, Duration.ZERO))
                .withMessage("ttl" + rule + time);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JvmDnsCache.apply(Duration.ZERO, time))
                .withMessage("negativeTtl" + rule + time);
    }

    @ParameterizedTest
    @CsvSource({
        "10, , PT10S",
        "0, , PT0S",
        "10, 99, PT10S",
        ", 99, PT99S",
        ", 0x10, PT16S",
        ", , PT30S",
        "ten, , PT30S",
        "ten, 99, PT99S",
        "ten, nine, PT30S"
    })
    void readsPropertiesAsTheJvmDoes(@Nullable String security, @Nullable String legacy, Duration effective) {
        assertThat(JvmDnsCache.ttl(security, legacy, Duration.ofSeconds(30))).isEqualTo(effective);
    }

    @ParameterizedTest
    @CsvSource({"-1, ", "-7, ", ", -1"})
    void readsNegativeNumberAsForever(@Nullable String security, @Nullable String legacy) {
        assertThat(JvmDnsCache.ttl(security, legacy, Duration.ofSeconds(30))).isEqualTo(FOREVER);
    }

    @ParameterizedTest
    @CsvSource({
        "loaded, false",
        "linked, false",
        "being_initialized, true",
        "fully_initialized, true",
        "initialization_error, true"
    })
    void loadedClassIsTooLateOnceItsInitializationHasBegun(String state, boolean isTooLate) {
        String states = "0x01    66  fully_initialized     W        java.lang.Object  \n0x02    66  " + state
                + "     WS       " + POLICY_CLASS + "  \n";

        assertThat(JvmDnsCache.Probe.isInitialized(HIERARCHY, states)).isEqualTo(isTooLate);
    }
}
