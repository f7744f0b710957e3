package dev.weir.internal.dns;

import static java.time.Duration.ofSeconds;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.Address;
import dev.weir.config.Addresses;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddressesResolverTest {

    private static final Address A = Address.of(new InetSocketAddress("10.0.0.1", 8080));
    private static final Address B = Address.of(new InetSocketAddress("10.0.0.2", 8081));

    private final ScriptedResolver dns = new ScriptedResolver().answers("other", "10.0.0.9");

    @Test
    void returnsWhatWasGivenWithPortsAndWeights() throws Exception {
        List<InetSocketAddress> addresses =
                resolver((host, port) -> List.of(A.weight(3), B)).resolve("recs", 443);

        assertThat(addresses).containsExactly(A.socketAddress(), B.socketAddress());
        assertThat(addresses).extracting(WeightedAddress::weight).containsExactly(3, 1);
    }

    @Test
    void theShortestTimeOfAnAddressIsThatOfTheList() throws Exception {
        List<InetSocketAddress> addresses = resolver((host, port) -> List.of(
                        A.ttl(ofSeconds(9)), B.ttl(ofSeconds(5)), Address.of(new InetSocketAddress("10.0.0.3", 80))))
                .resolve("recs", 443);

        assertThat(TimedAddress.ttl(requireNonNull(addresses))).isEqualTo(ofSeconds(5));
    }

    @Test
    void tellsHostAndPortOfTheRequest() throws Exception {
        List<String> asked = new ArrayList<>();
        resolver((host, port) -> {
                    asked.add(host + " " + port);
                    return List.of(A);
                })
                .resolve("recs", 443);

        assertThat(asked).containsExactly("recs 443");
    }

    static Stream<Flawed> flawed() {
        return Stream.of(
                new Flawed(List::of, "has none"),
                new Flawed(() -> null, "has none"),
                new Flawed(() -> listOf(A, null), "has a null among them"),
                new Flawed(
                        () -> List.of(A, B, A.weight(2)),
                        "has 10.0.0.1:8080 twice: give it once, with the weight that it is to have"),
                new Flawed(
                        () -> List.of(A.weight(-1)),
                        "failed: java.lang.IllegalArgumentException: the weight of /10.0.0.1:8080 must be 1 to 1000,"
                                + " but was -1: to give an address no connections, leave it out"),
                new Flawed(
                        () -> {
                            throw new IOException("registry lost");
                        },
                        "failed: java.io.IOException: registry lost"),
                new Flawed(
                        () -> {
                            throw new InterruptedIOException("cut");
                        },
                        "failed: java.io.InterruptedIOException: cut"));
    }

    @ParameterizedTest
    @MethodSource("flawed")
    void anInvalidListIsAFailedLookup(Flawed flawed) {
        AddressesResolver resolver = resolver((host, port) -> flawed.run());

        assertThatThrownBy(() -> resolver.resolve("recs", 443))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageStartingWith(
                        "recs: what gives its addresses (" + getClass().getName())
                .hasMessageEndingWith(") " + flawed.message);
    }

    @Test
    void anErrorIsNotHidden() {
        AddressesResolver resolver = resolver((host, port) -> {
            throw new StackOverflowError();
        });

        assertThatThrownBy(() -> resolver.resolve("recs", 443)).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void leavesOtherNamesAndLiteralsToTheDns() throws Exception {
        AddressesResolver resolver = new AddressesResolver(
                new Addresses() {
                    @Override
                    public List<Address> lookup(String host, int port) {
                        return List.of(A);
                    }

                    @Override
                    public boolean knows(String host) {
                        if (host.equals("broken")) {
                            throw new IllegalStateException("registry lost");
                        }
                        return host.equals("recs");
                    }
                },
                dns.answers("10.0.0.7", "10.0.0.7"));

        assertThat(resolver.resolve("other", 443)).containsExactly(new InetSocketAddress("10.0.0.9", 443));
        assertThat(resolver.resolve("10.0.0.7", 443)).containsExactly(new InetSocketAddress("10.0.0.7", 443));
        assertThat(resolver.resolve("recs", 443)).containsExactly(A.socketAddress());
        assertThatThrownBy(() -> resolver.resolve("broken", 443))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageEndingWith(" failed: java.lang.IllegalStateException: registry lost");
    }

    private AddressesResolver resolver(Addresses addresses) {
        return new AddressesResolver(addresses, dns);
    }

    @SuppressWarnings("NullAway") // users are not checked
    private static List<Address> listOf(@Nullable Address... addresses) {
        return Arrays.asList(addresses);
    }

    /** The given list, and the message about it. */
    private record Flawed(Script script, String message) {
        @SuppressWarnings("NullAway") // users are not checked
        List<Address> run() throws IOException {
            return script.run();
        }

        @Override
        public String toString() {
            return message;
        }
    }

    @FunctionalInterface
    private interface Script {
        @Nullable
        List<Address> run() throws IOException;
    }
}
