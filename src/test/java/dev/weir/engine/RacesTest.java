package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What two threads do to each other at one moment, many times each: what each is told, and what becomes of the pool.
 * What depends on fields that are read without a lock is in {@code src/jcstress}, too.
 */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // what became of it is seen elsewhere
class RacesTest {

    private static final int ROUNDS = 1_000;
    // So that each of the two is the first at times.
    private static final int LONGEST_DELAY = 100;
    private static final int SPINS = 1_000;

    /** Two actors on a pool of their own, each with what it is told, and what became of it. */
    private record Round(Callable<String> one, Callable<String> other, Supplier<String> outcome) {}

    private static void race(Supplier<Round> rounds, String... allowed) throws Exception {
        List<Round> all = Stream.generate(rounds).limit(ROUNDS).toList();
        AtomicInteger arrived = new AtomicInteger();
        FutureTask<List<String>> aside = new FutureTask<>(() -> meet(all, Round::other, arrived));
        Thread thread = new Thread(aside, "races");
        thread.setDaemon(true);
        thread.start();

        List<String> ones = meet(all, Round::one, arrived);
        List<String> others = aside.get(60, TimeUnit.SECONDS);

        for (int i = 0; i < ROUNDS; i++) {
            assertThat(ones.get(i) + others.get(i) + all.get(i).outcome.get())
                    .as("round %d", i)
                    .isIn(List.of(allowed));
        }
    }

    private static List<String> meet(List<Round> all, Function<Round, Callable<String>> which, AtomicInteger arrived) {
        return all.stream().map(round -> meet(which.apply(round), arrived)).toList();
    }

    private static String meet(Callable<String> actor, AtomicInteger arrived) {
        int both = (arrived.getAndIncrement() / 2 + 1) * 2;
        for (int spins = 0; arrived.get() < both; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        for (int left = ThreadLocalRandom.current().nextInt(LONGEST_DELAY); left > 0; left--) {
            Thread.onSpinWait();
        }
        try {
            return actor.call();
        } catch (Exception e) {
            return e + " ";
        }
    }

    private static Callable<String> quietly(Runnable what) {
        return () -> {
            what.run();
            return "";
        };
    }

    /** Waits for no time at all. */
    private static Callable<String> briefly(Future<FakeConnection> waiting) {
        return () -> {
            try {
                waiting.get(1, TimeUnit.NANOSECONDS);
                return "had it, ";
            } catch (TimeoutException e) {
                return "gave up, ";
            } catch (ExecutionException e) {
                return "heard why, ";
            }
        };
    }

    private static Callable<String> asking(
            RacedPool raced, String route, AtomicReference<@Nullable Future<FakeConnection>> asked) {
        return quietly(() -> asked.set(raced.askUnlessClosed(route)));
    }

    private static void raceOfTheFirst(
            Function<Future<FakeConnection>, Callable<String>> caller, String had, String gaveUp) throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(1, 1);
                    FakeConnection held = raced.dial("a");
                    Future<FakeConnection> waiting = raced.ask("a");
                    return new Round(
                            quietly(() -> raced.pool.release(held, true)),
                            caller.apply(waiting),
                            () -> RacedPool.fate(waiting) + ", " + raced.holds());
                },
                had + "served, 1 leased 0 idle 0 pending",
                gaveUp + "cancelled, 0 leased 1 idle 0 pending");
    }

    @Test
    void aCallerRunsOutOfTimeAsItIsServed() throws Exception {
        raceOfTheFirst(RacesTest::briefly, "had it, ", "gave up, ");
    }

    @Test
    void aCallerIsCanceledAsItIsServed() throws Exception {
        raceOfTheFirst(waiting -> quietly(() -> waiting.cancel(true)), "", "");
    }

    @Test
    void aDialSucceedsAsItsCallerRunsOutOfTime() throws Exception {
        race(
                () -> {
                    RacedPool raced = RacedPool.governed(1);
                    Future<FakeConnection> waiting = raced.ask("a");
                    return new Round(
                            quietly(() -> raced.dialing().dialed(() -> 1)),
                            briefly(waiting),
                            () -> RacedPool.fate(waiting) + ", " + raced.has("a"));
                },
                "had it, served, 1 leased 0 idle 0 dialing",
                "gave up, cancelled, 0 leased 1 idle 0 dialing",
                "gave up, cancelled, 0 leased 0 idle 0 dialing");
    }

    @Test
    void aDialFailsAsItsCallerRunsOutOfTime() throws Exception {
        race(
                () -> {
                    RacedPool raced = RacedPool.governed(1);
                    Future<FakeConnection> waiting = raced.ask("a");
                    return new Round(
                            quietly(() -> raced.dialing().dialFailed(new IOException("on purpose"), true)),
                            briefly(waiting),
                            () -> RacedPool.fate(waiting) + ", " + raced.has("a"));
                },
                "heard why, failed, 0 leased 0 idle 0 dialing",
                "gave up, cancelled, 0 leased 0 idle 0 dialing");
    }

    @Test
    void aDialSucceedsAsAnotherConnectionBecomesFree() throws Exception {
        race(
                () -> {
                    RacedPool raced = RacedPool.governed(2);
                    FakeConnection held = raced.connect("a");
                    Future<FakeConnection> waiting = raced.ask("a");
                    return new Round(
                            quietly(() -> raced.dialing().dialed(() -> 1)),
                            quietly(() -> raced.pool.release(held, true)),
                            () -> RacedPool.fate(waiting) + ", " + raced.has("a"));
                },
                "served, 1 leased 1 idle 0 dialing");
    }

    @Test
    void thePoolIsClosedAsACallerComes() throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(1, 1);
                    FakeConnection held = raced.dial("a");
                    AtomicReference<@Nullable Future<FakeConnection>> asked = new AtomicReference<>();
                    return new Round(
                            quietly(() -> raced.pool.close(CloseMode.IMMEDIATE)),
                            asking(raced, "a", asked),
                            () -> RacedPool.fate(asked.get())
                                    + (held.isEstablished() ? " open " : ", ")
                                    + raced.holds());
                },
                "refused, 0 leased 0 idle 0 pending",
                "cancelled, 0 leased 0 idle 0 pending");
    }

    @Test
    void thePoolIsClosedAsAConnectionComesBack() throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(1, 1);
                    FakeConnection held = raced.dial("a");
                    Future<FakeConnection> waiting = raced.ask("a");
                    return new Round(
                            quietly(() -> raced.pool.close(CloseMode.IMMEDIATE)),
                            quietly(() -> raced.pool.release(held, true)),
                            () -> RacedPool.fate(waiting) + (held.isEstablished() ? " open " : ", ") + raced.holds());
                },
                "served, 0 leased 0 idle 0 pending",
                "cancelled, 0 leased 0 idle 0 pending");
    }

    @Test
    void aPlaceBecomesFreeAsACallerOfAnotherRouteComes() throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(1, 1);
                    FakeConnection held = raced.dial("a");
                    AtomicReference<@Nullable Future<FakeConnection>> asked = new AtomicReference<>();
                    return new Round(
                            quietly(() -> raced.pool.release(held, false)),
                            asking(raced, "b", asked),
                            () -> RacedPool.fate(asked.get()) + ", " + raced.holds());
                },
                "served, 1 leased 0 idle 0 pending");
    }

    @Test
    void twoRoutesWantTheLastIdleConnectionOrItsPlace() throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(1, 1);
                    raced.pool.release(raced.dial("a"), true);
                    AtomicReference<@Nullable Future<FakeConnection>> here = new AtomicReference<>();
                    AtomicReference<@Nullable Future<FakeConnection>> elsewhere = new AtomicReference<>();
                    return new Round(
                            asking(raced, "a", here),
                            asking(raced, "b", elsewhere),
                            () -> RacedPool.fate(here.get()) + " " + RacedPool.fate(elsewhere.get()) + ", "
                                    + raced.holds());
                },
                "served waiting, 1 leased 0 idle 1 pending",
                "waiting served, 1 leased 0 idle 1 pending");
    }

    @Test
    void theTotalIsRaisedAsAConnectionComesBack() throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(2, 1);
                    FakeConnection held = raced.dial("a");
                    Future<FakeConnection> first = raced.ask("b");
                    Future<FakeConnection> second = raced.ask("b");
                    return new Round(
                            quietly(() -> raced.pool.setMaxTotal(2)),
                            quietly(() -> raced.pool.release(held, true)),
                            () -> RacedPool.fate(first) + " " + RacedPool.fate(second) + ", " + raced.holds());
                },
                "served served, 2 leased 0 idle 0 pending");
    }

    @Test
    void aSharedConnectionIsRetiredAsItBecomesFree() throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(1, 1);
                    FakeConnection shared = raced.share("a");
                    Future<FakeConnection> waiting = raced.ask("a");
                    return new Round(
                            quietly(() -> raced.pool.release(shared, true)),
                            quietly(shared::retire),
                            () -> RacedPool.fate(waiting) + ", " + raced.holds());
                },
                "served, 2 leased 0 idle 0 pending but 1 taken",
                "waiting, 1 leased 0 idle 1 pending");
    }

    @Test
    void twoConnectionsThatNeedNoGateBecomeFreeAtOnce() throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(2, 2);
                    FakeConnection one = raced.established("a");
                    FakeConnection other = raced.established("a");
                    Future<FakeConnection> first = raced.ask("a");
                    Future<FakeConnection> second = raced.ask("a");
                    return new Round(
                            quietly(() -> raced.pool.release(one, true)),
                            quietly(() -> raced.pool.release(other, true)),
                            () -> RacedPool.fate(first) + " " + RacedPool.fate(second) + ", " + raced.holds());
                },
                "served served, 2 leased 0 idle 0 pending");
    }

    @Test
    void callersComeWhileOthersLeave() throws Exception {
        race(
                () -> {
                    RacedPool raced = new RacedPool(1, 1);
                    AtomicInteger served = new AtomicInteger();
                    Callable<String> caller = quietly(() -> {
                        for (int i = 0; i < 50; i++) {
                            raced.pool.lease("a", null, Timeout.DISABLED, leaving(served));
                        }
                    });
                    return new Round(caller, caller, () -> served + " served, " + raced.holds());
                },
                "100 served, 0 leased 1 idle 0 pending");
    }

    private static RecordingCallback leaving(AtomicInteger served) {
        return new RecordingCallback() {
            @Override
            public void completed(Entry entry) {
                served.incrementAndGet();
                entry.giveBack(true, true);
            }
        };
    }
}
