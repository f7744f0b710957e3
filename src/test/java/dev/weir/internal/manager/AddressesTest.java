package dev.weir.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.dns.CoolDown;
import dev.weir.internal.manager.Addresses.Candidate;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AddressesTest {

    private static final String A = "10.0.0.1";
    private static final String B = "10.0.0.2";
    private static final String C = "10.0.0.3";
    private static final String V6A = "0:0:0:0:0:0:0:a";
    private static final String V6B = "0:0:0:0:0:0:0:b";

    private static InetSocketAddress address(String literal) {
        return new InetSocketAddress(literal, 443);
    }

    private static List<String> coolingLast(Set<String> cooling, String... answer) {
        CoolDown coolDown = new CoolDown();
        cooling.forEach(each -> coolDown.failed(address(each), 0));
        List<InetSocketAddress> addresses =
                Arrays.stream(answer).map(AddressesTest::address).toList();
        return texts(
                Addresses.coolingLast(addresses, address(answer[0]).getAddress() instanceof Inet6Address, coolDown, 0));
    }

    private static List<String> texts(List<InetSocketAddress> addresses) {
        return addresses.stream()
                .map(each -> each.getAddress().getHostAddress())
                .toList();
    }

    @Test
    void alternatesTheFamiliesBeginningWithTheFirst() {
        assertThat(coolingLast(Set.of(), V6A, V6B, A, B, C)).containsExactly(V6A, A, V6B, B, C);
    }

    @Test
    void prefersFewerInUseThenFewerInAll() {
        Candidate busy = new Candidate(address(A), 1, 1, 0);
        Candidate idle = new Candidate(address(B), 0, 3, 1);
        Candidate least = new Candidate(address(C), 0, 2, 2);

        assertThat(Stream.of(busy, idle, least).sorted()).containsExactly(least, idle, busy);
    }

    @Test
    void putsWhatFailedRecentlyLast() {
        assertThat(coolingLast(Set.of(A, V6A), A, B, V6A, V6B)).containsExactly(B, V6B, A, V6A);
        assertThat(coolingLast(Set.of(A, B), A, B)).containsExactly(A, B);
    }
}
