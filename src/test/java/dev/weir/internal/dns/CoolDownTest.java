package dev.weir.internal.dns;

import static dev.weir.internal.dns.CoolDown.FIRST_NANOS;
import static dev.weir.internal.dns.CoolDown.LONGEST_NANOS;
import static dev.weir.internal.dns.CoolDown.MAX_ADDRESSES;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class CoolDownTest {

    private static final long NOW = Long.MAX_VALUE - 10;
    private static final InetSocketAddress ADDRESS = address(0);

    private final CoolDown coolDown = new CoolDown();

    @Test
    void lastsASecondAfterTheFirstFailure() {
        coolDown.failed(ADDRESS, NOW);

        assertThat(coolDown.isCooling(ADDRESS, NOW)).isTrue();
        assertThat(coolDown.isCooling(ADDRESS, NOW + FIRST_NANOS - 1)).isTrue();
        assertThat(coolDown.isCooling(ADDRESS, NOW + FIRST_NANOS)).isFalse();
        assertThat(coolDown.isCooling(address(1), NOW)).isFalse();
    }

    @Test
    void failuresMeanwhileDoNotLengthenIt() {
        coolDown.failed(ADDRESS, NOW);
        coolDown.failed(ADDRESS, NOW + FIRST_NANOS - 1);

        assertThat(coolDown.isCooling(ADDRESS, NOW + FIRST_NANOS)).isFalse();
    }

    @Test
    void lastsTwiceAsLongWithEachFurtherFailureUpToALimit() {
        long nowNanos = NOW;
        long nanos = FIRST_NANOS;
        for (int failure = 0; failure < 10; failure++) {
            coolDown.failed(ADDRESS, nowNanos);
            assertThat(coolDown.isCooling(ADDRESS, nowNanos + nanos - 1)).isTrue();
            nowNanos += nanos;
            assertThat(coolDown.isCooling(ADDRESS, nowNanos)).isFalse();
            nanos = Math.min(LONGEST_NANOS, 2 * nanos);
        }
    }

    @Test
    void endsWithAResponse() {
        coolDown.failed(ADDRESS, NOW);
        coolDown.failed(ADDRESS, NOW + FIRST_NANOS);
        coolDown.answered(ADDRESS);
        assertThat(coolDown.isCooling(ADDRESS, NOW + FIRST_NANOS)).isFalse();

        coolDown.failed(ADDRESS, NOW + FIRST_NANOS);

        assertThat(coolDown.isCooling(ADDRESS, NOW + 2 * FIRST_NANOS)).isFalse();
    }

    @Test
    void remembersALimitedNumberOfAddresses() {
        for (int i = 1; i <= MAX_ADDRESSES; i++) {
            coolDown.failed(address(i), NOW);
        }
        coolDown.failed(ADDRESS, NOW + 1);
        assertThat(coolDown.isCooling(ADDRESS, NOW + 1)).isFalse();

        coolDown.failed(ADDRESS, NOW + FIRST_NANOS);

        assertThat(coolDown.isCooling(ADDRESS, NOW + FIRST_NANOS)).isTrue();
    }

    private static InetSocketAddress address(int number) {
        return new InetSocketAddress("10.0." + number / 256 + "." + number % 256, 80);
    }
}
