package dev.weir.internal.dns;

import static dev.weir.event.LookupOutcome.FAILED;
import static dev.weir.event.LookupOutcome.MISS;
import static dev.weir.event.LookupOutcome.NEGATIVE;
import static dev.weir.event.LookupOutcome.STALE;
import static dev.weir.internal.dns.Callers.start;
import static dev.weir.internal.dns.Callers.startWaiting;
import static dev.weir.internal.dns.ScriptedResolver.addresses;
import static dev.weir.internal.dns.ScriptedResolver.ask;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.internal.dns.Callers.Caller;
import dev.weir.testpool.PoolClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CachingDnsResolverTest {

    private static final Duration TTL = ofSeconds(10);
    private static final Duration NEGATIVE_TTL = ofSeconds(5);
    private static final Duration SERVE_STALE = ofSeconds(60);
    private static final Duration INSTANT = ofNanos(1);

    private final PoolClock clock = new PoolClock();
    private final ScriptedResolver delegate = new ScriptedResolver();
    private final RecordedLookups lookups = new RecordedLookups();
    private DnsTimes times = new DnsTimes(TTL, NEGATIVE_TTL, SERVE_STALE);
    private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> times, clock, lookups);

    @Nested
    class Answers {

        @Test
        void areAskedForAgainAtTheirTtl() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            ask(resolver, "recs");
            delegate.answers("recs", "10.0.0.2");
            clock.advance(TTL);

            assertThat(ask(resolver, "recs")).containsExactly(addresses("10.0.0.2"));
            assertThat(lookups.outcomes()).containsExactly(MISS, MISS);
        }

        @Test
        void areFoundWithoutRegardToCase() throws Exception {
            delegate.answers("Recs.Example", "10.0.0.1");
            ask(resolver, "Recs.Example");

            ask(resolver, "rECS.eXAMPLE");

            assertThat(delegate.asked()).containsExactly("Recs.Example");
            assertThat(lookups.all()).extracting(RecordedLookups.Lookup::host).containsOnly("recs.example");
        }
    }

    @Test
    void forgetsTheNameThatWasNotAskedForLongest() throws Exception {
        CachingDnsResolver small = new CachingDnsResolver(delegate, () -> times, clock, lookups, 2);
        for (String host : new String[] {"a", "b", "a", "c", "a", "b"}) {
            delegate.answers(host, "10.0.0.1");
            ask(small, host);
        }

        assertThat(delegate.asked()).containsExactly("a", "b", "c", "b");
    }

    @Nested
    class Failures {

        @Test
        void areRethrownAfreshUntilJustBeforeTheNegativeTtl() {
            delegate.fails("recs");
            Throwable first = catchThrowable(() -> ask(resolver, "recs"));
            clock.advance(NEGATIVE_TTL.minus(INSTANT));

            Throwable second = catchThrowable(() -> ask(resolver, "recs"));
            Throwable third = catchThrowable(() -> ask(resolver, "recs"));

            assertThat(second).isExactlyInstanceOf(UnknownHostException.class).hasMessage("recs");
            assertThat(second).isNotSameAs(first).hasCause(first.getCause());
            assertThat(third).isNotSameAs(second).hasCause(first.getCause());
            assertThat(delegate.asked()).hasSize(1);
            assertThat(lookups.outcomes()).containsExactly(FAILED, NEGATIVE, NEGATIVE);
        }

        @Test
        void areAskedForAgainAtTheNegativeTtl() throws Exception {
            delegate.fails("recs");
            assertThatThrownBy(() -> ask(resolver, "recs")).hasMessage("recs");
            delegate.answers("recs", "10.0.0.1");
            clock.advance(NEGATIVE_TTL);

            assertThat(ask(resolver, "recs")).containsExactly(addresses("10.0.0.1"));
            assertThat(lookups.outcomes()).containsExactly(FAILED, MISS);
        }

        @Test
        void thatAreUncheckedFailOneLookupAndLeaveNothingBehind() throws Exception {
            RuntimeException bug = new IllegalStateException("a bug in the resolver");
            delegate.script("recs", () -> {
                throw bug;
            });
            Throwable thrown = catchThrowable(() -> ask(resolver, "recs"));
            delegate.answers("recs", "10.0.0.1");

            assertThat(thrown).isSameAs(bug);
            assertThat(ask(resolver, "recs")).containsExactly(addresses("10.0.0.1"));
            assertThat(lookups.outcomes()).containsExactly(FAILED, MISS);
        }
    }

    @Nested
    class StaleAnswers {
        @Test
        void serveWhileTheResolverFailsUntilJustBeforeTheirEnd() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            ask(resolver, "recs");
            delegate.fails("recs");
            clock.advance(TTL.plus(SERVE_STALE).minus(INSTANT));

            assertThat(ask(resolver, "recs")).containsExactly(addresses("10.0.0.1"));
            assertThat(lookups.outcomes()).containsExactly(MISS, STALE);
        }

        @Test
        void spareTheResolverForTheNegativeTtl() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            ask(resolver, "recs");
            delegate.fails("recs");
            clock.advance(TTL);
            ask(resolver, "recs");
            clock.advance(NEGATIVE_TTL.minus(INSTANT));
            ask(resolver, "recs");
            clock.advance(INSTANT);
            ask(resolver, "recs");

            assertThat(delegate.asked()).hasSize(3);
            assertThat(lookups.outcomes()).containsExactly(MISS, STALE, STALE, STALE);
        }

        /** A resolver that does not come back. */
        @Nested
        class WhileTheResolverHangs {

            private final Gate gate = new Gate();

            @BeforeEach
            void learnAndHang() throws Exception {
                delegate.answers("recs", "10.0.0.1");
                ask(resolver, "recs");
                delegate.script("recs", gate.before(() -> ScriptedResolver.addresses("10.0.0.2")));
                clock.advance(TTL);
            }

            @AfterEach
            void end() {
                gate.open();
            }

            @Test
            void serveTheCallerThatBeganTheLookupAfterItsPatience() throws Exception {
                times = new DnsTimes(TTL, NEGATIVE_TTL, SERVE_STALE, ofMillis(1));

                assertThat(ask(resolver, "recs")).containsExactly(addresses("10.0.0.1"));
            }

            @Test
            void serveCallersThatDoNotBlock() throws Exception {
                times = new DnsTimes(TTL, NEGATIVE_TTL, SERVE_STALE, ofMillis(1));
                delegate.answers("async", "10.0.0.1");
                told("async");
                delegate.script("async", gate.before(() -> ScriptedResolver.addresses("10.0.0.2")));
                clock.advance(TTL);

                assertThat(told("async").getAddress()).isEqualTo(addresses("10.0.0.1")[0]);
            }

            private InetSocketAddress told(String host) throws Exception {
                CompletableFuture<InetSocketAddress> told = new CompletableFuture<>();
                resolver.resolve(
                        InetSocketAddress.createUnresolved(host, 443),
                        end -> told.complete(end.addresses().get(0)));
                return told.get(20, TimeUnit.SECONDS);
            }

            @Test
            void giveWayToASecondLookupBesideOneThatNeverReturns() throws Exception {
                times = new DnsTimes(TTL, NEGATIVE_TTL, ofMinutes(10), ofMillis(1));
                ask(resolver, "recs");
                gate.awaitEntry();
                delegate.answers("recs", "10.0.0.3");
                clock.advance(ofSeconds(30));
                times = new DnsTimes(TTL, NEGATIVE_TTL, ofMinutes(10), ofSeconds(20));

                assertThat(ask(resolver, "recs")).containsExactly(addresses("10.0.0.3"));
                assertThat(delegate.asked()).hasSize(3);
            }
        }
    }

    @Timeout(60)
    @Nested
    class InterruptedLookups {
        private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));
        private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> TIMES, clock, lookups);
        private final Gate gate = new Gate();

        @Test
        void anInterruptEndsTheWaitOfOneCallerAlone() throws Exception {
            delegate.script("recs", gate.before(() -> addresses("10.0.0.1")));
            Caller<InetAddress[]> asking = start(() -> ask(resolver, "recs"));
            gate.awaitEntry();
            Caller<Throwable> interrupted =
                    startWaiting(1, this::failureWithInterruptFlag).get(0);
            Caller<InetAddress[]> patient =
                    startWaiting(1, () -> ask(resolver, "recs")).get(0);
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
            List<Caller<InetAddress[]>> waiting = startWaiting(3, () -> ask(resolver, "recs"));
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

            assertThat(ask(resolver, "recs")).hasSize(1);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }

        private Throwable failureWithInterruptFlag() throws UnknownHostException {
            try {
                ask(resolver, "recs");
                throw new AssertionError("the lookup was not interrupted");
            } catch (UnknownHostException e) {
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                return e;
            }
        }
    }

    @Timeout(60)
    @Nested
    class SharedLookups {
        private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));
        private final CachingDnsResolver resolver = new CachingDnsResolver(delegate, () -> TIMES, clock, lookups);
        private final Gate gate = new Gate();

        @Test
        void concurrentMissesOfOneNameMakeOneCall() throws Exception {
            delegate.script("recs", gate.before(() -> addresses("10.0.0.1")));
            Caller<InetAddress[]> asking = start(() -> ask(resolver, "recs"));
            gate.awaitEntry();
            List<Caller<InetAddress[]>> waiting = startWaiting(8, () -> ask(resolver, "RECS"));
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
            Caller<InetAddress[]> asking = start(() -> ask(resolver, "slow"));
            gate.awaitEntry();

            for (int i = 0; i < 200; i++) {
                delegate.answers("fast" + i, "10.0.0.2");
                assertThat(ask(resolver, "fast" + i)).hasSize(1);
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
            Caller<InetAddress[]> asking = start(() -> ask(resolver, "recs"));
            gate.awaitEntry();
            List<Caller<InetAddress[]>> waiting = startWaiting(2, () -> ask(resolver, "recs"));
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

    @Timeout(60)
    @Nested
    class Refreshes {
        private static final InetSocketAddress NAME = InetSocketAddress.createUnresolved("recs", 443);
        private final Gate gate = new Gate();

        @Test
        void returnsWhileTheResolverHangsAndLetsCallersUseTheOldAnswer() throws Exception {
            delegate.answers("recs", "10.0.0.1");
            ask(resolver, "recs");
            delegate.script("recs", gate.before(() -> addresses("10.0.0.2")));
            clock.advance(ofSeconds(8));

            resolver.refresh(NAME);
            gate.awaitEntry();

            assertThat(ask(resolver, "recs")).containsExactly(addresses("10.0.0.1"));
            gate.open();
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
                        return resolver.refresh(NAME);
                    })
                    .get();

            assertThat(seen.get(20, TimeUnit.SECONDS))
                    .isSameAs(Thread.currentThread().getContextClassLoader());
        }
    }
}
