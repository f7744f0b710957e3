package dev.weir.internal.dns;

import static dev.weir.event.LookupOutcome.FAILED;
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
class SharedLookupTest {

    private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));

    private final PoolClock clock = new PoolClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> TIMES, clock, lookups);
    private final Gate gate = new Gate();

    @Test
    void concurrentMissesOfOneNameMakeOneCall() throws Exception {
        delegate.script("recs", gate.before(() -> addresses("10.0.0.1")));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        gate.awaitEntry();
        List<Caller<InetAddress[]>> waiting = startWaiting(8, () -> resolver.resolve("RECS"));
        gate.open();

        for (Caller<InetAddress[]> caller : waiting) {
            assertThat(caller.get()).containsExactly(addresses("10.0.0.1")).isNotSameAs(asking.get());
        }
        assertThat(delegate.asked()).containsExactly("recs");
        assertThat(lookups.outcomes()).hasSize(9).containsOnly(MISS);
    }

    @Test
    void anotherNameDoesNotWaitForASlowOne() throws Exception {
        delegate.script("slow", gate.before(() -> addresses("10.0.0.1"))).answers("fast", "10.0.0.2");
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("slow"));
        gate.awaitEntry();

        for (int i = 0; i < 200; i++) {
            delegate.answers("fast" + i, "10.0.0.2");
            assertThat(resolver.resolve("fast" + i)).hasSize(1);
        }

        assertThat(asking.result()).isNotDone();
        gate.open();
        assertThat(asking.get()).hasSize(1);
    }

    @Test
    void allWaitingCallersGetAnExceptionOfTheirOwn() throws Exception {
        UnknownHostException unknown = new UnknownHostException("recs");
        delegate.script("recs", gate.before(() -> {
            throw unknown;
        }));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        gate.awaitEntry();
        List<Caller<InetAddress[]>> waiting = startWaiting(2, () -> resolver.resolve("recs"));
        gate.open();

        assertThat(waiting.get(0).failure()).isNotSameAs(waiting.get(1).failure());
        for (Caller<InetAddress[]> caller : List.of(asking, waiting.get(0), waiting.get(1))) {
            assertThat(caller.failure())
                    .isInstanceOf(UnknownHostException.class)
                    .hasMessage("recs");
            assertThat(caller.failure().getCause()).isSameAs(unknown);
        }
        assertThat(lookups.outcomes()).containsExactly(FAILED, FAILED, FAILED);
    }
}
