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
import org.jspecify.annotations.Nullable;
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
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @Test
    void concurrentMissesOfOneNameMakeOneCall() throws Exception {
        delegate.script("recs", held(() -> addresses("10.0.0.1")));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        await(entered);
        List<Caller<InetAddress[]>> waiting = startWaiting(8, () -> resolver.resolve("RECS"));
        release.countDown();

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
        LookupCache cache = new LookupCache(10, clockWithPause);
        Name name = Name.of("recs", 443);
        Question question = () -> delegate.resolve("recs", 443);
        cache.resolve(name, question, TIMES);
        clock.advance(ofSeconds(10));
        overtaking.set(() -> cache.resolve(name, question, TIMES));

        assertThat(cache.resolve(name, question, TIMES).outcome()).isEqualTo(HIT);
        assertThat(delegate.asked()).hasSize(2);
    }

    @Test
    void anotherNameDoesNotWaitForASlowOne() throws Exception {
        delegate.script("slow", held(() -> addresses("10.0.0.1"))).answers("fast", "10.0.0.2");
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("slow"));
        await(entered);

        for (int i = 0; i < 200; i++) {
            delegate.answers("fast" + i, "10.0.0.2");
            assertThat(resolver.resolve("fast" + i)).hasSize(1);
        }

        assertThat(asking.result()).isNotDone();
        release.countDown();
        assertThat(asking.get()).hasSize(1);
    }

    @Test
    void allWhoWaitGetAnExceptionOfTheirOwn() throws Exception {
        UnknownHostException unknown = new UnknownHostException("recs");
        delegate.script("recs", held(() -> {
            throw unknown;
        }));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        await(entered);
        List<Caller<InetAddress[]>> waiting = startWaiting(2, () -> resolver.resolve("recs"));
        release.countDown();

        assertThat(asking.failure()).isSameAs(unknown);
        assertThat(waiting.get(0).failure()).isNotSameAs(waiting.get(1).failure());
        for (Caller<InetAddress[]> caller : waiting) {
            assertThat(caller.failure()).isInstanceOf(UnknownHostException.class).hasMessage("recs");
            assertThat(caller.failure().getCause()).isSameAs(unknown);
        }
        assertThat(lookups.outcomes()).containsExactly(FAILED, FAILED, FAILED);
    }

    @Test
    void allWhoWaitGetAnErrorAndTheNextOneAsksAgain() throws Exception {
        Error error = new LinkageError();
        delegate.script("recs", held(() -> {
            throw error;
        }));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        await(entered);
        List<Caller<InetAddress[]>> waiting = startWaiting(3, () -> resolver.resolve("recs"));
        release.countDown();

        assertThat(asking.failure()).isSameAs(error);
        for (Caller<InetAddress[]> caller : waiting) {
            assertThat(caller.failure()).isSameAs(error);
        }
        assertThat(delegate.asked()).hasSize(1);
        delegate.answers("recs", "10.0.0.1");
        assertThat(resolver.resolve("recs")).hasSize(1);
    }

    @Test
    void allWhoWaitGetTheStaleAnswer() throws Exception {
        delegate.answers("recs", "10.0.0.1");
        resolver.resolve("recs");
        clock.advance(ofSeconds(10));
        delegate.script("recs", held(() -> {
            throw new UnknownHostException("recs");
        }));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        await(entered);
        Caller<InetAddress[]> waiting =
                startWaiting(1, () -> resolver.resolve("recs")).get(0);
        release.countDown();

        assertThat(asking.get()).hasSize(1);
        assertThat(waiting.get()).hasSize(1);
        assertThat(lookups.outcomes()).containsExactly(MISS, STALE, STALE);
    }

    @Test
    void anInterruptEndsTheWaitOfOneCallerAlone() throws Exception {
        delegate.script("recs", held(() -> addresses("10.0.0.1")));
        Caller<InetAddress[]> asking = start(() -> resolver.resolve("recs"));
        await(entered);
        Caller<Throwable> interrupted = startWaiting(1, this::failureWithInterruptFlag).get(0);
        Caller<InetAddress[]> patient =
                startWaiting(1, () -> resolver.resolve("recs")).get(0);
        interrupted.thread().interrupt();
        Throwable failure = interrupted.get();
        release.countDown();

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
        await(entered);
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
        await(entered);
        asking.thread().interrupt();
        assertThat(asking.failure()).hasMessage("gave up");
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

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void manyMoreVirtualThreadsThanProcessorsWaitForOneCall() throws Exception {
        delegate.script("recs", held(() -> addresses("10.0.0.1")));
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
        release.countDown();

        for (CompletableFuture<InetAddress[]> result : results) {
            assertThat(result.get(20, TimeUnit.SECONDS)).hasSize(1);
        }
        assertThat(delegate.asked()).hasSize(1);
    }

    private ScriptedResolver.Script held(ScriptedResolver.Script then) {
        return () -> {
            entered.countDown();
            await(release);
            return then.run();
        };
    }

    /** Gives up as careless resolvers do: the flag is lost, and the interrupt is left as a cause. */
    private InetAddress @Nullable [] interruptibly(CountDownLatch latch) throws UnknownHostException {
        entered.countDown();
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
