package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

    private static final InetSocketAddress SOCKET = new InetSocketAddress("10.0.0.1", 8080);

    @Test
    void weighsOneByDefault() {
        assertThat(Address.of(SOCKET).weight()).isEqualTo(Address.DEFAULT_WEIGHT);
        assertThat(Address.of(SOCKET).weight(1_000)).hasToString("/10.0.0.1:8080 (weight 1000)");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1_001})
    void refusesOtherWeights(int weight) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.of(SOCKET).weight(weight))
                .withMessage("the weight of /10.0.0.1:8080 must be 1 to 1000, but was " + weight
                        + ": to give an address no connections, leave it out");
    }

    @Test
    void refusesAnAddressWithoutAServer() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.of(InetSocketAddress.createUnresolved("recs", 80)))
                .withMessageContaining("must be resolved");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.of(new InetSocketAddress("10.0.0.1", 0)))
                .withMessage("an address must lead to a server, but was /10.0.0.1:0: 10.0.0.1 with port 8080 would do");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.of(new InetSocketAddress("0.0.0.0", 80)))
                .withMessageContaining("must lead to a server");
    }

    @Test
    void countsForATimeOfItsOwnIfSaid() {
        assertThat(Address.of(SOCKET).ttl()).isEmpty();
        assertThat(Address.of(SOCKET).ttl(Duration.ofSeconds(5)).weight(2))
                .hasToString("/10.0.0.1:8080 (weight 2, ttl 5s)")
                .isNotEqualTo(Address.of(SOCKET).weight(2))
                .isEqualTo(Address.of(SOCKET).weight(2).ttl(Duration.ofSeconds(5)));
        assertThat(Address.of(SOCKET).ttl(Duration.ZERO).ttl()).hasValue(Duration.ZERO);
    }

    @Test
    void refusesANegativeTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.of(SOCKET).ttl(Duration.ofMillis(-1)))
                .withMessage("the ttl of /10.0.0.1:8080 must not be negative, but was -1ms: 0s would do");
    }

    @Test
    void equalsOneOfTheSamePlaceAndWeight() {
        assertThat(Address.of(SOCKET).weight(2))
                .isEqualTo(Address.of(SOCKET).weight(2))
                .hasSameHashCodeAs(Address.of(SOCKET).weight(2))
                .isNotEqualTo(Address.of(SOCKET));
    }
}
