package dev.weir.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpreadOrderTest {

    private static final String A = "10.0.0.1";
    private static final String B = "10.0.0.2";
    private static final String C = "10.0.0.3";
    private static final String PUBLIC = "203.0.113.1";
    private static final String V6A = "2001:db8:0:0:0:0:0:a";

    @Test
    void putsTheAddressWithTheFewestLeasedFirst() {
        assertThat(order(Map.of(A, load(3, 3), B, load(1, 9), C, load(2, 2)), A, B, C))
                .containsExactly(B, C, A);
    }

    @Test
    void countsAllWhereAsManyAreLeased() {
        assertThat(order(Map.of(A, load(1, 3), B, load(1, 2), C, load(1, 1)), A, B, C))
                .containsExactly(C, B, A);
    }

    @Test
    void anOrderOfItsOwnDecidesAmongEquals() {
        Set<List<String>> orders = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            int ofPool = seed * 0x9e3779b9;
            List<InetSocketAddress> order = SpreadOrder.of(
                    addresses(A, B, C), address -> load(0, 0), address -> SpreadOrder.tie(ofPool, address));
            orders.add(texts(order));
        }

        assertThat(orders).hasSize(6);
    }

    @Test
    void otherFamiliesAndScopesStayInTheirPlaces() {
        Map<String, SpreadOrder.Load> loads = Map.of(A, load(2, 2), B, load(0, 0), C, load(1, 1));

        assertThat(order(loads, A, V6A, B, PUBLIC, C)).containsExactly(B, V6A, C, PUBLIC, A);
    }

    private static SpreadOrder.Load load(int leased, int open) {
        return new SpreadOrder.Load(leased, open);
    }

    private static List<String> order(Map<String, SpreadOrder.Load> loads, String... answer) {
        return texts(SpreadOrder.of(
                addresses(answer), address -> loads.getOrDefault(text(address), load(0, 0)), address -> 0));
    }

    private static List<InetSocketAddress> addresses(String... literals) {
        return Arrays.stream(literals)
                .map(literal -> new InetSocketAddress(literal, 443))
                .toList();
    }

    private static List<String> texts(List<InetSocketAddress> addresses) {
        return addresses.stream().map(SpreadOrderTest::text).toList();
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress();
    }
}
