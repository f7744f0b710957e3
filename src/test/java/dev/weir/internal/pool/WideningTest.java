package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WideningTest {

    private final Widening widening = new Widening();

    @Test
    void theFirstAddressesAreNoReason() {
        widening.answered(addresses(1, 2, 3), Set.of());

        assertThat(widening.isWaiting()).isFalse();
        assertThat(widening.isDue(addresses(2, 3), 1, 9)).isFalse();
    }

    @Test
    void anAddressThatComesIsOneIfMoreExchangesAreUnderWayThanThereAreConnections() {
        widening.answered(addresses(1), Set.of());
        widening.answered(addresses(1, 2), addresses(1));

        assertThat(widening.isWaiting()).isTrue();
        assertThat(widening.isDue(addresses(2), 1, 1)).isFalse();
        assertThat(widening.isDue(addresses(2), 1, 2)).isTrue();
    }

    @Test
    void anAddressThatCameBeforeThisExistedIsOneToo() {
        widening.answered(addresses(1, 2), addresses(1));

        assertThat(widening.isDue(addresses(2), 1, 2)).isTrue();
    }

    @Test
    void anAddressWithAConnectionIsNone() {
        widening.answered(addresses(1, 2, 3), addresses(1));

        assertThat(widening.isDue(addresses(3), 2, 9)).isTrue();
        assertThat(widening.isDue(addresses(), 3, 9)).isFalse();
        assertThat(widening.isWaiting()).isFalse();
    }

    @Test
    void anAddressThatWasThereWithoutAConnectionIsNone() {
        widening.answered(addresses(1, 2), Set.of());
        widening.answered(addresses(1, 2, 3), addresses(1, 2));

        assertThat(widening.isDue(addresses(2), 1, 9)).isFalse();
    }

    @Test
    void anAddressThatTakesNoConnectionCostsOneAttemptPerAnswer() {
        widening.answered(addresses(1, 2), addresses(1));
        widening.tried();
        assertThat(widening.isDue(addresses(2), 1, 9)).isFalse();

        widening.answered(addresses(1, 2), addresses(1, 2));

        assertThat(widening.isDue(addresses(2), 1, 9)).isTrue();
    }

    @Test
    void answersThatAreChangingPartsOfALargerSetAreNone() {
        widening.answered(addresses(1), Set.of());
        widening.answered(addresses(), addresses(1));
        assertThat(widening.isWaiting()).isFalse();

        widening.answered(addresses(2), addresses(2));

        assertThat(widening.isDue(addresses(2), 1, 9)).isTrue();
    }

    private static Set<InetSocketAddress> addresses(int... last) {
        return IntStream.of(last)
                .mapToObj(i -> new InetSocketAddress("10.0.0." + i, 443))
                .collect(Collectors.toUnmodifiableSet());
    }
}
