package dev.weir.internal.manager;

import static dev.weir.internal.manager.CoolDown.COOLING_NANOS;
import static dev.weir.internal.manager.CoolDown.MAX_ADDRESSES;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class CoolDownTest {

    private static final long NOW = Long.MAX_VALUE - 10;
    private static final InetSocketAddress ADDRESS = address(0);

    private final CoolDown coolDown = new CoolDown();

    @Test
    void lastsFromAFailureForItsTime() {
        coolDown.failed(ADDRESS, NOW);

        assertThat(coolDown.isCooling(ADDRESS, NOW)).isTrue();
        assertThat(coolDown.isCooling(ADDRESS, NOW + COOLING_NANOS - 1)).isTrue();
        assertThat(coolDown.isCooling(ADDRESS, NOW + COOLING_NANOS)).isFalse();
        assertThat(coolDown.isCooling(address(1), NOW)).isFalse();
    }

    @Test
    void beginsAgainWithTheNextFailure() {
        coolDown.failed(ADDRESS, NOW);
        coolDown.failed(ADDRESS, NOW + COOLING_NANOS);

        assertThat(coolDown.isCooling(ADDRESS, NOW + COOLING_NANOS + 1)).isTrue();
    }

    @Test
    void endsWithASuccess() {
        coolDown.failed(ADDRESS, NOW);
        coolDown.succeeded(ADDRESS);

        assertThat(coolDown.isCooling(ADDRESS, NOW)).isFalse();
    }

    @Test
    void holdsSoManyAddressesAtMostAndMakesRoomOnceTheyAreCool() {
        for (int i = 1; i <= MAX_ADDRESSES; i++) {
            coolDown.failed(address(i), NOW);
        }
        coolDown.failed(ADDRESS, NOW + 1);
        assertThat(coolDown.isCooling(ADDRESS, NOW + 1)).isFalse();
        coolDown.failed(ADDRESS, NOW + COOLING_NANOS);

        assertThat(coolDown.isCooling(ADDRESS, NOW + COOLING_NANOS)).isTrue();
    }

    private static InetSocketAddress address(int port) {
        return InetSocketAddress.createUnresolved("recs", port);
    }
}
