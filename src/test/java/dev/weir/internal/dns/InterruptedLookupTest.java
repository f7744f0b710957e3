package dev.weir.internal.dns;

import static dev.weir.event.LookupOutcome.MISS;
import static dev.weir.internal.dns.Callers.start;
import static dev.weir.internal.dns.Callers.startWaiting;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.dns.Callers.Caller;
import dev.weir.testpool.PoolClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InterruptedLookupTest {

    private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));

    private final PoolClock clock = new PoolClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> TIMES, clock, lookups);
    private final Gate gate = new Gate();

    @Test
    void anInterruptEndsTheWaitOfOneCallerAlone() throws Exception {
        delegate.script("recs", gate.before(() -> addresses("10.0.0.1")));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        gate.awaitEntry();
        Caller<Throwable> interrupted =
                startWaiting(1, this::failureWithInterruptFlag).get(0);
        Caller<InetAddress[]> patient =
                startWaiting(1, () -> resolver.resolve("recs")).get(0);
        interrupted.thread().interrupt();
        Throwable failure = interrupted.get();
        gate.open();

        assertThat(failure)
                .isExactlyInstanceOf(UnknownHostException.class)
                .hasMessage("recs: interrupted while waiting for the lookup of this name")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(patient.get()).hasSize(1);
        assertThat(asking.get()).hasSize(1);
        assertThat(delegate.asked()).hasSize(1);
    }

    @Test
    void theLookupGoesOnForOthersWhenTheCallerThatBeganItIsInterrupted() throws Exception {
        delegate.script("recs", gate.before(() -> addresses("10.0.0.1")));
        Caller<Throwable> first =
                startWaiting(1, this::failureWithInterruptFlag).get(0);
        gate.awaitEntry();
        List<Caller<InetAddress[]>> waiting = startWaiting(3, () -> resolver.resolve("recs"));
        first.thread().interrupt();
        assertThat(first.get()).hasMessageContaining("interrupted");
        gate.open();

        for (Caller<InetAddress[]> caller : waiting) {
            assertThat(caller.get()).containsExactly(addresses("10.0.0.1"));
        }
        assertThat(delegate.asked()).hasSize(1);
        assertThat(lookups.outcomes()).containsOnly(MISS);
    }

    @Test
    void aResolverThatInterruptsItselfHarmsNoOtherLookup() throws Exception {
        delegate.script("recs", () -> {
            Thread.currentThread().interrupt();
            return addresses("10.0.0.1");
        });

        assertThat(resolver.resolve("recs")).hasSize(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private Throwable failureWithInterruptFlag() throws UnknownHostException {
        try {
            resolver.resolve("recs");
            throw new AssertionError("the lookup was not interrupted");
        } catch (UnknownHostException e) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            return e;
        }
    }
}
