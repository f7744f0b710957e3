package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClientTimesTest {

    private static final BootTimes UNSET = new BootTimes(null, null);

    @Test
    void takesTheMostSpecificValue() {
        ClientTimes all = ClientTimes.of(ours(4), ours(1), boots(3), boots(2));
        ClientTimes withoutOwn = ClientTimes.of(ours(4), ours(null), boots(3), boots(2));
        ClientTimes generalOnly = ClientTimes.of(ours(4), ours(null), boots(3), UNSET);
        ClientTimes bootOnly = ClientTimes.of(ours(null), ours(null), boots(3), UNSET);

        assertThat(all.read()).isEqualTo(Duration.ofSeconds(1));
        assertThat(withoutOwn.read()).isEqualTo(Duration.ofSeconds(2));
        assertThat(generalOnly.read()).isEqualTo(Duration.ofSeconds(4));
        assertThat(bootOnly.read()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void knowsWhoseTheReadTimeoutIs() {
        BootTimes both = new BootTimes(Duration.ofSeconds(5), Duration.ofSeconds(1));

        assertThat(ClientTimes.of(ours(null), ours(null), both, UNSET).isReadOurs())
                .isFalse();
        assertThat(ClientTimes.of(ours(9), ours(null), both, UNSET).isReadOurs())
                .isTrue();
        assertThat(ClientTimes.of(ours(9), ours(null), UNSET, both).isReadOurs())
                .isFalse();
        assertThat(ClientTimes.of(ours(null), ours(9), UNSET, both).isReadOurs())
                .isTrue();
        assertThat(ClientTimes.of(ours(9), ours(9), both, both).isConnectOurs()).isFalse();
    }

    @Test
    void takesNoLimitToConnectForTheLongestThatHttpClientKnows() {
        BootTimes none = new BootTimes(Duration.ZERO, null);

        assertThat(ClientTimes.of(ours(null), ours(null), none, UNSET).connect())
                .isEqualTo(Duration.ofMinutes(3));
    }

    private static BootTimes boots(int read) {
        return new BootTimes(null, Duration.ofSeconds(read));
    }

    private static PoolProperties ours(@Nullable Integer read) {
        TimeoutProperties timeouts =
                new TimeoutProperties(null, null, read == null ? null : Duration.ofSeconds(read), null, null);
        return new PoolProperties(
                null, null, null, null, null, null, null, timeouts, null, null, null, null, null, null, null, null,
                null, null, null, null, null, null, null, null, null, Map.of());
    }
}
