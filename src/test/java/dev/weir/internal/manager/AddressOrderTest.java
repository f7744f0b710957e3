package dev.weir.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AddressOrderTest {

    private static final String V4A = "10.0.0.1";
    private static final String V4B = "10.0.0.2";
    private static final String V6A = "0:0:0:0:0:0:0:a";
    private static final String V6B = "0:0:0:0:0:0:0:b";

    @Test
    void alternatesTheFamiliesBeginningWithTheFirst() {
        assertThat(order(Set.of(), V6A, V6B, V4A, V4B)).containsExactly(V6A, V4A, V6B, V4B);
    }

    @Test
    void putsWhatIsCoolingLast() {
        assertThat(order(Set.of(V4A), V4A, V4B)).containsExactly(V4B, V4A);
        assertThat(order(Set.of(V4A, V6A), V4A, V4B, V6A, V6B)).containsExactly(V4B, V6B, V4A, V6A);
    }

    @Test
    void keepsTheOrderWhenAllAreCooling() {
        assertThat(order(Set.of(V4A, V4B), V4A, V4B)).containsExactly(V4A, V4B);
    }

    @Test
    void losesNoAddressWhenWhatIsKnownOfItChangesMeanwhile() {
        InetSocketAddress address = new InetSocketAddress(V4A, 443);
        Iterator<Boolean> cooling = List.of(true, false).iterator();

        assertThat(AddressOrder.of(List.of(address), any -> cooling.next())).containsExactly(address);
    }

    private static List<String> order(Set<String> cooling, String... answer) {
        List<InetSocketAddress> addresses = Arrays.stream(answer)
                .map(literal -> new InetSocketAddress(literal, 443))
                .toList();
        return AddressOrder.of(addresses, address -> cooling.contains(text(address))).stream()
                .map(AddressOrderTest::text)
                .toList();
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress();
    }
}
