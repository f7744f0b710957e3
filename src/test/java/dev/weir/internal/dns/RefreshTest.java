package dev.weir.internal.dns;

import static dev.weir.internal.dns.DnsLookups.Outcome.HIT;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RefreshTest {

    private static final int PORT = 443;

    private final FakeClock clock = new FakeClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private DnsTimes times = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));
    private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> times, clock, lookups);
    private final Gate gate = new Gate();

    @Test
    void asksAtThreeQuartersOfTheTtl() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);
        clock.advance(ofMillis(7_499));
        assertThat(resolver.refresh("recs", PORT)).isFalse();
        clock.advance(ofMillis(1));

        assertThat(resolver.refresh("recs", PORT)).isTrue();
    }

    @Test
    void returnsWhileTheResolverHangsAndLetsCallersUseTheOldAnswer() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);
        delegate.script("recs", gate.before(() -> addresses("10.0.0.2")));
        clock.advance(ofSeconds(8));

        resolver.refresh("recs", PORT);
        gate.awaitEntry();

        assertThat(resolver.resolve("recs", PORT).get(0).getAddress()).isEqualTo(address("10.0.0.1"));
        gate.open();
    }

    @Test
    void givesCallersTheNewAnswerWithoutAWait() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);
        delegate.answers("recs", "10.0.0.2");
        clock.advance(ofSeconds(8));
        refreshAndAwait();
        clock.advance(ofSeconds(9));

        assertThat(resolver.resolve("recs", PORT).get(0).getAddress()).isEqualTo(address("10.0.0.2"));
        assertThat(lookups.outcomes()).endsWith(HIT);
    }

    @Test
    void thatFailsKeepsTheOldAnswerAndTheHistory() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);
        AddressHistory before = resolver.history("recs", PORT);
        delegate.fails("recs");
        clock.advance(ofSeconds(8));
        refreshAndAwait();
        clock.advance(ofSeconds(8));

        assertThat(resolver.resolve("recs", PORT)).hasSize(1);
        assertThat(resolver.history("recs", PORT)).isEqualTo(before);
    }

    @Test
    void addsToTheHistory() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);
        delegate.answers("recs", "10.0.0.2");
        clock.advance(ofSeconds(8));
        refreshAndAwait();
        assertThat(resolver.history("recs", PORT).isGone(at("10.0.0.1"))).isFalse();
        clock.advance(ofSeconds(8));
        refreshAndAwait();

        assertThat(resolver.history("recs", PORT).isGone(at("10.0.0.1"))).isTrue();
        assertThat(resolver.history("recs", PORT).isGone(at("10.0.0.2"))).isFalse();
    }

    @Test
    void doesNothingWithoutTtl() {
        times = new DnsTimes(ZERO, ofSeconds(5), ofSeconds(60));

        assertThat(resolver.refresh("recs", PORT)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "::1"})
    void doesNothingForAddresses(String literal) {
        assertThat(resolver.refresh(literal, PORT)).isFalse();
    }

    @Test
    void showsTheResolverTheClassLoaderOfWhoMadeThePool() throws Exception {
        CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
        delegate.script("recs", () -> {
            seen.complete(Thread.currentThread().getContextClassLoader());
            return addresses("10.0.0.1");
        });
        Callers.start(() -> {
                    Thread.currentThread().setContextClassLoader(null);
                    return resolver.refresh("recs", PORT);
                })
                .get();

        assertThat(seen.get(20, TimeUnit.SECONDS))
                .isSameAs(Thread.currentThread().getContextClassLoader());
    }

    private void refreshAndAwait() {
        AddressHistory before = resolver.history("recs", PORT);
        int asked = delegate.asked().size();
        assertThat(resolver.refresh("recs", PORT)).isTrue();
        long startNanos = System.nanoTime();
        while (resolver.refresh("recs", PORT)
                || (resolver.history("recs", PORT).equals(before)
                        && delegate.asked().size() == asked)) {
            assertThat(System.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(20));
            Thread.onSpinWait();
        }
    }

    private static InetSocketAddress at(String literal) {
        return new InetSocketAddress(literal, PORT);
    }

    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }
}
