package dev.weir.internal.dns;

import static dev.weir.internal.dns.Callers.start;
import static dev.weir.internal.dns.Callers.startWaiting;
import static dev.weir.internal.dns.DnsLookups.Outcome.FAILED;
import static dev.weir.internal.dns.DnsLookups.Outcome.HIT;
import static dev.weir.internal.dns.DnsLookups.Outcome.MISS;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.dns.Callers.Caller;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InterruptedLookupTest {

    private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));

    private final FakeClock clock = new FakeClock();
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
    void whenTheAskingCallerIsInterruptedAnotherAsks() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Queue<ScriptedResolver.Script> scripts = new ConcurrentLinkedQueue<>();
        scripts.add(() -> interruptibly(never));
        scripts.add(() -> addresses("10.0.0.1"));
        delegate.script("recs", () -> scripts.remove().run());
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        gate.awaitEntry();
        List<Caller<InetAddress[]>> waiting = startWaiting(3, () -> resolver.resolve("recs"));
        asking.thread().interrupt();

        assertThat(asking.failure()).isInstanceOf(UnknownHostException.class).hasMessage("gave up");
        for (Caller<InetAddress[]> caller : waiting) {
            assertThat(caller.get()).containsExactly(addresses("10.0.0.1"));
        }
        assertThat(delegate.asked()).hasSize(2);
        assertThat(lookups.outcomes()).hasSize(4).contains(FAILED, MISS).isSubsetOf(FAILED, MISS, HIT);
    }

    @Test
    void aFailureByInterruptIsNotRemembered() throws Exception {
        delegate.script("recs", () -> interruptibly(new CountDownLatch(1)));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        gate.awaitEntry();
        asking.thread().interrupt();
        assertThat(asking.failure()).hasMessage("gave up");
        delegate.answers("recs", "10.0.0.1");

        assertThat(resolver.resolve("recs")).hasSize(1);
    }

    @Test
    void aFailureUnderARestoredInterruptFlagIsNotRemembered() throws Exception {
        delegate.script("recs", () -> {
            Thread.currentThread().interrupt();
            throw new UnknownHostException("gave up");
        });
        assertThat(start(() -> resolver.resolve("recs")).failure()).hasMessage("gave up");
        delegate.answers("recs", "10.0.0.1");

        assertThat(resolver.resolve("recs")).hasSize(1);
    }

    @Test
    void anInterruptedCallerWhoseLookupSucceedsSharesIt() throws Exception {
        delegate.script("recs", () -> {
            Thread.currentThread().interrupt();
            return addresses("10.0.0.1");
        });
        assertThat(start(() -> resolver.resolve("recs")).get()).hasSize(1);

        assertThat(resolver.resolve("recs")).hasSize(1);
        assertThat(delegate.asked()).hasSize(1);
    }

    /** Gives up as careless resolvers do: the flag is lost, and the interrupt is left as a cause. */
    private InetAddress @Nullable [] interruptibly(CountDownLatch latch) throws UnknownHostException {
        gate.enter();
        try {
            latch.await();
            return null;
        } catch (InterruptedException e) {
            UnknownHostException failure = new UnknownHostException("gave up");
            failure.initCause(e);
            throw failure;
        }
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
