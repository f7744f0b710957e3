package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.faults.Allocations;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One thread that does random things to a pool while allocations of the pool fail. A caller that gets an error from a lease
 * has nothing; a release takes place even if it fails; the end of a dial is told until it is heard. In the end everything is
 * given back.
 */
public final class FailingWalk implements Callable<Integer> {

    private static final List<String> ROUTES = List.of("a", "b");
    private static final List<LeaseTerms> TERMS = List.of(
            LeaseTerms.ANY, LeaseTerms.ANY, LeaseTerms.ANY, LeaseTerms.ANY, LeaseTerms.PROVEN, LeaseTerms.FRESH);
    // Of a class that is initialized before allocations fail.
    private static final SpareNeed NEED = SpareNeed.REPLACEMENT;
    private static final int STEPS = 60;
    private static final int TOTAL = 3;

    private final Random random;
    private final SegmentedPool<String, FakeConnection> pool;
    private final List<Future<PoolEntry<String, FakeConnection>>> asked = new ArrayList<>();
    private final List<PoolEntry<String, FakeConnection>> held = new ArrayList<>();
    private final List<DialWait<String, FakeConnection>> waits = new ArrayList<>();
    // Entries whose dials are under way, with or without a caller.
    private final List<PoolEntry<String, FakeConnection>> dials = new ArrayList<>();
    private final List<FakeConnection> made = new ArrayList<>();
    private final StringBuilder log = new StringBuilder();
    private long nowNanos;
    private int failures;

    /**
     * Creates a walk.
     *
     * @param seed where its random numbers begin; in the text of what it finds
     */
    public FailingWalk(Long seed) {
        log.append("seed ").append(seed);
        random = new Random(seed);
        pool = new SegmentedPool<>(2, TOTAL, PoolReusePolicy.LIFO, new FakeOwner(), () -> nowNanos);
        if (random.nextInt(4) != 0) {
            pool.maxDialing(1 + random.nextInt(3));
        }
        pool.spreadCallers(random.nextBoolean());
    }

    /** Returns how many times something failed. */
    @Override
    public Integer call() throws Exception {
        try {
            for (int i = 0; i < STEPS; i++) {
                nowNanos += random.nextInt(3) * 1_000_000L;
                step();
            }
            end();
        } catch (Throwable e) {
            throw new AssertionError("after " + log, e);
        }
        return failures;
    }

    private void step() throws Exception {
        int choice = random.nextInt(100);
        if (choice < 30) {
            lease();
        } else if (choice < 40) {
            connect();
        } else if (choice < 52) {
            beginDial();
        } else if (choice < 62) {
            endDial();
        } else if (choice < 80) {
            release();
        } else if (choice < 88) {
            giveUp();
        } else {
            change();
        }
        collect();
    }

    /** Does something that may fail for lack of memory; returns whether it did. */
    private boolean failing(String what, Allocations.Step step) throws Exception {
        log.append('\n').append(what);
        if (random.nextInt(3) == 0) {
            step.run();
            return false;
        }
        int first = random.nextInt(12);
        int length = 1 + random.nextInt(3) * random.nextInt(20);
        try {
            Allocations.failing(first, length, step);
            return false;
        } catch (OutOfMemoryError e) {
            failures++;
            log.append(" failed at ").append(first).append(" (").append(length).append(')');
            return true;
        }
    }

    private <E> @Nullable E any(List<E> list) {
        return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
    }

    private void lease() throws Exception {
        String route = ROUTES.get(random.nextInt(2));
        Object state = random.nextInt(4) == 0 ? "state" : null;
        LeaseTerms terms = TERMS.get(random.nextInt(TERMS.size()));
        failing("lease " + route + " " + state + " " + terms, () -> {
            Future<PoolEntry<String, FakeConnection>> future =
                    pool.lease(route, state, terms, Timeout.ofMilliseconds(20), null);
            asked.add(future);
        });
    }

    // What was granted meanwhile has a caller.
    private void collect() throws Exception {
        for (Future<PoolEntry<String, FakeConnection>> future : asked) {
            if (future.isDone()) {
                hold(entryOf(future));
            }
        }
        asked.removeIf(Future::isDone);
        for (DialWait<String, FakeConnection> wait : waits) {
            if (wait.isDone()) {
                hold(wait.left());
            }
        }
        waits.removeIf(Future::isDone);
    }

    private void hold(@Nullable PoolEntry<String, FakeConnection> entry) {
        if (entry != null) {
            held.add(entry);
        }
    }

    private static @Nullable PoolEntry<String, FakeConnection> entryOf(Future<PoolEntry<String, FakeConnection>> future)
            throws InterruptedException {
        try {
            return future.isCancelled() ? null : future.get();
        } catch (ExecutionException e) {
            return null;
        }
    }

    private void connect() throws Exception {
        PoolEntry<String, FakeConnection> entry = any(held);
        if (entry != null && !entry.hasConnection()) {
            assign(entry);
            toldUntilHeard("dialed", () -> pool.dialed(entry));
        }
    }

    private void assign(PoolEntry<String, FakeConnection> entry) {
        FakeConnection connection = new FakeConnection(random.nextInt(2));
        made.add(connection);
        entry.assignConnection(connection);
    }

    private void toldUntilHeard(String what, Allocations.Step step) throws Exception {
        boolean again = true;
        while (again) {
            again = failing(what, step);
        }
    }

    private void beginDial() throws Exception {
        PoolEntry<String, FakeConnection> entry = any(held);
        if (entry == null || entry.hasConnection()) {
            return;
        }
        assign(entry);
        DialWait<String, FakeConnection> wait = Objects.requireNonNull(pool.dialWait(entry));
        held.remove(entry);
        waits.add(wait);
        boolean[] begun = new boolean[1];
        boolean failed = failing("dial", () -> begun[0] = pool.dial(wait));
        if (begun[0]) {
            dials.add(entry);
        }
        assertThat(failed && !wait.isDone()).as("left in between").isFalse();
    }

    private void cancel(DialWait<String, FakeConnection> wait) throws Exception {
        failing("cancel of a dial's wait", () -> wait.cancel(true));
    }

    private void endDial() throws Exception {
        PoolEntry<String, FakeConnection> entry = any(dials);
        if (entry == null) {
            return;
        }
        dials.remove(entry);
        if (random.nextInt(3) == 0) {
            entry.discardConnection(CloseMode.IMMEDIATE);
            toldUntilHeard("dial failed", () -> pool.dialFailed(entry, new IllegalStateException(), true));
        } else {
            toldUntilHeard("dialed", () -> pool.dialed(entry));
        }
    }

    private void release() throws Exception {
        PoolEntry<String, FakeConnection> entry = any(held);
        if (entry == null) {
            return;
        }
        held.remove(entry);
        boolean reusable = random.nextInt(4) != 0;
        if (entry.hasConnection() && random.nextInt(4) == 0) {
            entry.updateState("state");
        }
        if (random.nextBoolean()) {
            failing("release " + entry.getRoute() + " " + reusable, () -> pool.release(entry, reusable));
        } else {
            failing("decline " + entry.getRoute() + " " + reusable, () -> pool.decline(entry, reusable));
        }
    }

    private void giveUp() throws Exception {
        Future<PoolEntry<String, FakeConnection>> future = any(asked);
        DialWait<String, FakeConnection> wait = any(waits);
        if (future != null && random.nextBoolean()) {
            failing("cancel", () -> future.cancel(true));
        } else if (wait != null) {
            cancel(wait);
        }
    }

    private void change() throws Exception {
        PoolEntry<String, FakeConnection> entry = any(held);
        Future<PoolEntry<String, FakeConnection>> future = any(asked);
        switch (random.nextInt(9)) {
            case 0 -> failing("sweep", () -> pool.sweep(any -> random.nextBoolean()));
            case 1 -> failing("expire", pool::expireWaiters);
            case 2 -> spare();
            case 3 -> retire(entry);
            case 4 -> failing("max total", () -> pool.setMaxTotal(1 + random.nextInt(TOTAL)));
            case 5 -> failing("max per route", () -> pool.setMaxPerRoute("a", 1 + random.nextInt(2)));
            case 6 -> resize(entry);
            case 7 -> failing("max in flight", () -> pool.maxInFlight(random.nextInt(TOTAL + 1)));
            default -> ask(future);
        }
    }

    private void spare() throws Exception {
        FakeConnection connection = new FakeConnection(random.nextInt(2));
        made.add(connection);
        boolean[] taken = new boolean[1];
        failing("spare", () -> {
            PoolEntry<String, FakeConnection> entry = pool.spares().take("b", connection, NEED);
            if (entry != null) {
                taken[0] = true;
                dials.add(entry);
            }
        });
        if (!taken[0]) {
            connection.close();
        }
    }

    private void retire(@Nullable PoolEntry<String, FakeConnection> entry) throws Exception {
        if (entry != null) {
            failing("retire", () -> pool.retire(entry));
        }
    }

    private void resize(@Nullable PoolEntry<String, FakeConnection> entry) throws Exception {
        if (entry != null && entry.hasConnection()) {
            failing("capacity", () -> pool.changeCapacity(entry, random.nextInt(3)));
        }
    }

    private void ask(@Nullable Future<PoolEntry<String, FakeConnection>> future) throws Exception {
        if (future != null) {
            failing("ask", () -> pool.ask(future));
        }
    }

    // Without failures.
    private void end() throws Exception {
        pool.setMaxTotal(TOTAL);
        pool.maxInFlight(TOTAL);
        pool.setMaxPerRoute("a", 2);
        log.append("\nend");
        for (int i = 0; i < 10; i++) {
            List.copyOf(asked).forEach(future -> future.cancel(true));
            List.copyOf(waits).forEach(wait -> wait.cancel(true));
            while (!dials.isEmpty()) {
                pool.dialFailed(dials.remove(0), new IllegalStateException(), false);
            }
            collect();
            while (!held.isEmpty()) {
                pool.release(held.remove(0), true);
            }
        }
        assertThat(pool.getTotalStats().getLeased()).as("leased").isZero();
        assertThat(pool.getTotalStats().getPending()).as("pending").isZero();
        assertThat(pool.stats("a").dialing() + pool.stats("b").dialing())
                .as("dialing")
                .isZero();
        assertThat(pool.total().taken())
                .as("taken")
                .isEqualTo(pool.getTotalStats().getAvailable());
        assertThat(pool.total().starving()).as("starving").isZero();
        assertThat(pool.inFlight()).as("in flight").isZero();
        assertThat(pool.totalInFlight().starving()).as("starving in flight").isZero();
        pool.sweep(any -> true);
        assertThat(pool.total().taken()).as("taken").isZero();
        assertThat(pool.getTotalStats().getAvailable()).as("idle").isZero();
        assertThat(made)
                .as("open")
                .allSatisfy(connection -> assertThat(connection.closedBy()).isNotNull());
        assertCapacity();
    }

    private void assertCapacity() throws Exception {
        for (String route : List.of("a", "a", "b")) {
            Future<PoolEntry<String, FakeConnection>> future = pool.lease(route, null, Timeout.ofSeconds(10), null);
            nowNanos += Timeout.ofSeconds(6).toNanoseconds(); // more than half: it may dial, if there is a place
            pool.ask(future);
            assertThat(future.isDone()).as("served").isTrue();
            assign(future.get());
            pool.dialed(future.get());
            held.add(future.get());
        }
        assertThat(pool.getTotalStats().getLeased()).isEqualTo(TOTAL);
    }
}
