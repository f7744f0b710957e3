package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * One thread that plays callers and their dials in random order: dials begin, for callers or ahead of them, succeed, fail
 * and are left. After each step it
 * knows by its own books what the pool must look like, and that no caller waits for nothing.
 */
final class DialSimulation {

    private static final List<String> ROUTES = List.of("a", "b");
    private static final long MILLISECOND = 1_000_000;

    private record Ask(String route, Future<Entry<String, FakeConnection>> future) {}

    private final Random random;
    private final int perRoute;
    private final int total;
    private final int mostDials;
    private final TestPool<FakeConnection> pool;
    private final List<Ask> asking = new ArrayList<>();
    private final List<DialWait<String, FakeConnection>> waiting = new ArrayList<>();
    private final List<Entry<String, FakeConnection>> permitted = new ArrayList<>();
    private final List<Entry<String, FakeConnection>> dialing = new ArrayList<>();
    private final List<Entry<String, FakeConnection>> leased = new ArrayList<>();
    private final StringBuilder log = new StringBuilder();
    private long nowNanos = 1;

    DialSimulation(long seed) {
        random = new Random(seed);
        perRoute = 1 + random.nextInt(4);
        total = 1 + random.nextInt(6);
        mostDials = 1 + random.nextInt(4);
        pool = new TestPool<>(perRoute, total, FakeConnection::grade, () -> nowNanos);
        pool.maxDialing(mostDials);
    }

    String log() {
        return log.toString();
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            nowNanos += random.nextInt(10) * MILLISECOND;
            step();
            settle();
            check();
        }
        if (random.nextBoolean()) {
            everybodyIsServedInTheEnd();
        }
        close();
    }

    private void step() {
        int choice = random.nextInt(100);
        if (choice < 30) {
            lease();
        } else if (choice < 50) {
            begin();
        } else if (choice < 68) {
            endDial(random.nextInt(4) != 0);
        } else if (choice < 88) {
            release(random.nextInt(4) != 0);
        } else if (choice < 92) {
            cancelAsk();
        } else if (choice < 95) {
            leaveDial();
        } else {
            spare();
        }
    }

    private void lease() {
        String route = ROUTES.get(random.nextInt(ROUTES.size()));
        int millis = random.nextInt(3) == 0 ? 1 + random.nextInt(200) : 0;
        note("lease " + route + " " + millis);
        asking.add(new Ask(route, pool.lease(route, null, Timeout.ofMilliseconds(millis), null)));
    }

    private void begin() {
        if (permitted.isEmpty()) {
            return;
        }
        Entry<String, FakeConnection> entry = permitted.remove(random.nextInt(permitted.size()));
        if (random.nextInt(8) == 0) {
            note("permission back " + entry);
            pool.release(entry, false);
            return;
        }
        entry.assign(new FakeConnection());
        DialWait<String, FakeConnection> wait = wait(entry);
        boolean begun = wait.begin();
        note("dial " + entry + " " + begun);
        waiting.add(wait);
        if (begun) {
            dialing.add(entry);
        }
    }

    private DialWait<String, FakeConnection> wait(Entry<String, FakeConnection> entry) {
        return entry.dialWait();
    }

    private void spare() {
        String route = ROUTES.get(random.nextInt(ROUTES.size()));
        Entry<String, FakeConnection> entry = pool.segment(route).spare(new FakeConnection());
        note("spare " + route + " " + entry);
        if (entry != null) {
            assertThat(pending(route)).as("waits for a place that a spare took").isZero();
            dialing.add(entry);
        }
    }

    private void endDial(boolean well) {
        if (dialing.isEmpty()) {
            return;
        }
        Entry<String, FakeConnection> entry = dialing.remove(random.nextInt(dialing.size()));
        note("dial ends " + entry + " " + well + " " + (entry.connection() != null));
        if (well && (entry.connection() != null)) {
            entry.dialed();
        } else {
            entry.dialFailed(new IOException("on purpose"), (entry.connection() != null));
        }
    }

    private void release(boolean reusable) {
        if (!leased.isEmpty()) {
            Entry<String, FakeConnection> entry = leased.remove(random.nextInt(leased.size()));
            note("release " + entry + " " + reusable);
            pool.release(entry, reusable);
        }
    }

    private void cancelAsk() {
        if (!asking.isEmpty()) {
            Ask ask = asking.get(random.nextInt(asking.size()));
            note("cancel " + ask.route);
            ask.future.cancel(true);
        }
    }

    private void leaveDial() {
        if (!waiting.isEmpty()) {
            DialWait<String, FakeConnection> wait = waiting.get(random.nextInt(waiting.size()));
            note("leave " + wait.own());
            wait.cancel(true);
        }
    }

    private void note(String what) {
        log.append(nowNanos / MILLISECOND).append(' ').append(what).append('\n');
    }

    // Callers act on what they got.
    private void settle() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Ask ask : List.copyOf(asking)) {
                changed |= ask.future.isDone() && asking.remove(ask) && accept(ask);
            }
            for (DialWait<String, FakeConnection> wait : List.copyOf(waiting)) {
                changed |= wait.isDone() && waiting.remove(wait) && accept(wait);
            }
        }
    }

    private boolean accept(Ask ask) {
        if (ask.future.isCancelled()) {
            return true;
        }
        try {
            Entry<String, FakeConnection> entry = ask.future.get();
            if (dialing.contains(entry)) {
                DialWait<String, FakeConnection> wait = wait(entry);
                wait.join();
                waiting.add(wait);
            } else if (entry.connection() != null) {
                leased.add(entry);
            } else {
                permitted.add(entry);
            }
        } catch (ExecutionException | InterruptedException e) {
            note("in vain " + ask.route + " " + e.getCause());
        }
        return true;
    }

    private boolean accept(DialWait<String, FakeConnection> wait) {
        if (wait.isCancelled()) {
            return true;
        }
        try {
            leased.add(wait.get());
        } catch (ExecutionException | InterruptedException e) {
            assertThat(e.getCause()).isInstanceOf(DialFailedException.class);
            assertThat(wait.left()).isSameAs(wait.own());
            pool.release(wait.own(), false);
        }
        return true;
    }

    private void check() {
        assertThat(leased).doesNotHaveDuplicates().allMatch(entry -> entry.connection() != null);
        int allocated = 0;
        for (String route : ROUTES) {
            allocated += check(route);
        }
        assertThat(allocated).as("allocated").isLessThanOrEqualTo(total);
        assertThat(pool.total().taken()).as("taken").isEqualTo(allocated);
        assertThat(pool.getTotalStats().getLeased() + pool.getTotalStats().getAvailable())
                .isEqualTo(allocated);
    }

    private int check(String route) {
        RouteStats now = pool.stats(route);
        int underWay = (int) dialing.stream()
                .filter(entry -> entry.route().equals(route) && (entry.connection() != null))
                .count();
        int owned = (int) waiting.stream()
                .filter(wait -> wait.own().route().equals(route))
                .count();
        int allocated = now.leased() + now.idle() + now.dialing();
        assertThat(now.leased()).as("leased").isEqualTo(count(leased, route));
        assertThat(now.dialing()).as("dialing").isEqualTo(underWay + count(permitted, route));
        assertThat(now.pending()).as("pending").isEqualTo(pending(route));
        assertThat(now.dialing()).as("dials at once").isLessThanOrEqualTo(mostDials);
        assertThat(allocated).as("allocated").isLessThanOrEqualTo(perRoute);
        assertThat(now.idle() > 0 && (now.pending() > 0 || owned > 0))
                .as("waits though there is an idle connection")
                .isFalse();
        assertThat(owned).as("waits for a dial that is not under way").isLessThanOrEqualTo(underWay);
        assertThat(now.pending() > 0 && owned < underWay)
                .as("waits though a dial is nobody's")
                .isFalse();
        assertThat(now.pending() > 0 && allocated == 0 && pool.total().taken() < total)
                .as("waits though nobody could ever serve it")
                .isFalse();
        return allocated;
    }

    private static int count(List<Entry<String, FakeConnection>> entries, String route) {
        return (int)
                entries.stream().filter(entry -> entry.route().equals(route)).count();
    }

    private int pending(String route) {
        return (int) asking.stream().filter(ask -> ask.route.equals(route)).count();
    }

    private void everybodyIsServedInTheEnd() {
        for (int step = 0; !asking.isEmpty() || !waiting.isEmpty(); step++) {
            assertThat(step).as("steps until all are served").isLessThan(10_000);
            nowNanos += MILLISECOND;
            begin();
            endDial(true);
            release(true);
            settle();
            check();
        }
    }

    private void close() {
        note("close");
        pool.close(random.nextBoolean() ? CloseMode.GRACEFUL : CloseMode.IMMEDIATE);
        assertThat(asking).allMatch(ask -> ask.future.isDone());
        assertThat(waiting).allMatch(Future::isDone);
        Set<Entry<String, FakeConnection>> all = new HashSet<>(leased);
        all.addAll(dialing);
        all.addAll(permitted);
        assertThat(all).noneMatch(entry -> entry.connection() != null);
        dialing.forEach(Entry::dialed);
        assertThat(pool.getRoutes()).isEmpty();
        assertThat(pool.total().taken()).isZero();
        assertThat(pool).hasToString("[leased: 0][available: 0][pending: 0]");
    }
}
