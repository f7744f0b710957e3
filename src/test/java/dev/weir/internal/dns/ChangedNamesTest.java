package dev.weir.internal.dns;

import static dev.weir.internal.dns.Callers.start;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.dns.Callers.Caller;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names whose addresses are said to have changed, while the clock stands still. */
@Timeout(60)
class ChangedNamesTest {

    private static final int PORT = 443;

    private final FakeClock clock = new FakeClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private DnsTimes times = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));
    private final CachingDnsResolver resolver =
            new CachingDnsResolver(delegate, () -> times, clock, new RecordedLookups());
    private final Gate gate = new Gate();

    @Test
    void areAskedForAgainWithinTheirTtl() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);
        delegate.answers("recs", "10.0.0.2");

        resolver.changed("RECS");

        awaitUntil(() -> resolves("10.0.0.2"));
        assertThat(delegate.asked()).hasSize(2);
    }

    @Test
    void areAskedForWithEachPortOfBefore() throws Exception {
        delegate.answers("recs", "10.0.0.1").answers("other", "10.0.0.9");
        resolver.resolve("recs", PORT);
        resolver.resolve("recs", 80);
        resolver.resolve("other", PORT);

        resolver.changed("recs");

        awaitUntil(() -> delegate.asked().size() == 5);
        assertThat(delegate.asked().subList(3, 5)).containsOnly("recs");
    }

    @Test
    void areAskedForOnceMoreAfterALookupUnderWay() throws Exception {
        delegate.script("recs", gate.before(() -> addresses("10.0.0.1")));
        Caller<List<InetSocketAddress>> asking = start(() -> resolver.resolve("recs", PORT));
        gate.awaitEntry();
        delegate.answers("recs", "10.0.0.2");

        resolver.changed("recs");
        resolver.changed("recs");
        gate.open();

        assertThat(asking.get()).containsExactly(new InetSocketAddress("10.0.0.1", PORT));
        awaitUntil(() -> resolves("10.0.0.2"));
        assertThat(delegate.asked()).hasSize(2);
    }

    @Test
    void keepTheirAddressesIfTheLookupFails() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);
        delegate.fails("recs");

        resolver.changed("recs");

        awaitUntil(() -> delegate.asked().size() == 2);
        assertThat(resolves("10.0.0.1")).isTrue();
    }

    @Test
    void areNotAskedForIfNoCallerHasAskedBefore() {
        resolver.changed("recs");

        assertThat(delegate.asked()).isEmpty();
    }

    @Test
    void areNotAskedForWithoutACache() throws Exception {
        times = new DnsTimes(ZERO, ofSeconds(5), ofSeconds(60));
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs", PORT);

        resolver.changed("recs");

        assertThat(delegate.asked()).hasSize(1);
    }

    private boolean resolves(String literal) {
        try {
            return resolver.resolve("recs", PORT).equals(List.of(new InetSocketAddress(literal, PORT)));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static void awaitUntil(BooleanSupplier condition) {
        long startNanos = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(40));
            Thread.onSpinWait();
        }
    }
}
