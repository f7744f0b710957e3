package dev.weir.internal.dns;

import static dev.weir.internal.dns.Callers.await;
import static dev.weir.internal.dns.Callers.start;
import static dev.weir.internal.dns.Callers.startWaiting;
import static dev.weir.internal.dns.DnsLookups.Outcome.FAILED;
import static dev.weir.internal.dns.DnsLookups.Outcome.HIT;
import static dev.weir.internal.dns.DnsLookups.Outcome.MISS;
import static dev.weir.internal.dns.DnsLookups.Outcome.STALE;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.dns.Callers.Caller;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Timeout(60)
class SharedLookupTest {

    private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));

    private final FakeClock clock = new FakeClock();
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
    void aMissThatIsOvertakenByAWholeLookupAsksNoMore() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        AtomicReference<Runnable> overtaking = new AtomicReference<>(() -> {});
        LongSupplier clockWithPause = () -> {
            overtaking.getAndSet(() -> {}).run();
            return clock.getAsLong();
        };
        LookupCache cache = new LookupCache(10, clockWithPause, LookupThreads.shared());
        Name name = Name.of("recs", 443);
        Question question = () -> delegate.resolve("recs", 443);
        Lookup lookup = Lookup.ofCaller(name, question, TIMES);
        cache.resolve(lookup, new LookupWait());
        clock.advance(ofSeconds(10));
        overtaking.set(() -> cache.resolve(lookup, new LookupWait()));

        assertThat(cache.resolve(lookup, new LookupWait()).outcome()).isEqualTo(HIT);
        assertThat(delegate.asked()).hasSize(2);
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

    @Test
    void allWaitingCallersGetAnErrorAndTheNextOneAsksAgain() throws Exception {
        Error error = new LinkageError();
        delegate.script("recs", gate.before(() -> {
            throw error;
        }));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        gate.awaitEntry();
        List<Caller<InetAddress[]>> waiting = startWaiting(3, () -> resolver.resolve("recs"));
        gate.open();

        assertThat(asking.failure()).isSameAs(error);
        for (Caller<InetAddress[]> caller : waiting) {
            assertThat(caller.failure()).isSameAs(error);
        }
        assertThat(delegate.asked()).hasSize(1);
        delegate.answers("recs", "10.0.0.1");
        assertThat(resolver.resolve("recs")).hasSize(1);
    }

    @Test
    void allWaitingCallersGetTheStaleAnswer() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs");
        clock.advance(ofSeconds(10));
        delegate.script("recs", gate.before(() -> {
            throw new UnknownHostException("recs");
        }));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        gate.awaitEntry();
        Caller<InetAddress[]> waiting =
                startWaiting(1, () -> resolver.resolve("recs")).get(0);
        gate.open();

        assertThat(asking.get()).hasSize(1);
        assertThat(waiting.get()).hasSize(1);
        assertThat(lookups.outcomes()).containsExactly(MISS, STALE, STALE);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void manyMoreVirtualThreadsThanProcessorsWaitForOneCall() throws Exception {
        delegate.script("recs", gate.before(() -> addresses("10.0.0.1")));
        Method startVirtualThread = Thread.class.getMethod("startVirtualThread", Runnable.class);
        CountDownLatch started = new CountDownLatch(1_000);
        Queue<CompletableFuture<InetAddress[]>> results = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<InetAddress[]> result = new CompletableFuture<>();
            results.add(result);
            Runnable call = () -> {
                started.countDown();
                Callers.run(() -> resolver.resolve("recs"), result);
            };
            startVirtualThread.invoke(null, call);
        }
        await(started);
        gate.open();

        for (CompletableFuture<InetAddress[]> result : results) {
            assertThat(result.get(20, TimeUnit.SECONDS)).hasSize(1);
        }
        assertThat(delegate.asked()).hasSize(1);
    }
}
