package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One thread that does random things to a pool. After each it knows by its own books what the pool must look like, and that
 * no caller waits for nothing.
 */
final class Simulation {

    private static final List<String> ROUTES = List.of("a", "b", "c", "d");
    private static final int STATES = 3;

    private record Ask(
            String route,
            @Nullable Object state,
            LeaseTerms terms,
            Future<FakeConnection> future,
            long deadlineNanos) {}

    private final Random random;
    private final TestPool pool;
    private final List<Ask> waiting = new ArrayList<>();
    // Once for each use.
    private final List<FakeConnection> leased = new ArrayList<>();
    private final Set<FakeConnection> idle = new HashSet<>();
    // Since the last look.
    private final Set<FakeConnection> dialed = new HashSet<>();
    private final IdentityHashMap<FakeConnection, Shared> shared = new IdentityHashMap<>();
    private final Map<String, Integer> maxInFlight = new HashMap<>();
    private final int mostCapacity;
    private final boolean isLimitedInFlight;
    private final boolean isLogged;
    private final StringBuilder log = new StringBuilder();
    private long nowNanos;

    // What is known of an entry that has a connection.
    private static final class Shared {
        int capacity = 1;
        boolean retired;
        // Another route had a claim to its place when it was released.
        boolean contested;

        @Nullable
        Object state;
    }

    Simulation(long seed, int mostCapacity, boolean isLimitedInFlight, boolean isLogged) {
        this.isLimitedInFlight = isLimitedInFlight;
        this.isLogged = isLogged;
        random = new Random(seed);
        this.mostCapacity = mostCapacity;
        pool = new TestPool(1 + random.nextInt(4), 1 + random.nextInt(8), () -> nowNanos);
        pool.maxInFlight(route -> maxInFlight.getOrDefault(route, 0));
        pool.dialWith(1, entry -> {
            dialed.add(entry);
            TestPool.establish(entry, 1);
        });
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            step();
            check();
        }
        end();
    }

    String log() {
        return log.toString();
    }

    private void step() {
        nowNanos += 1_000; // a dial takes none: it is always faster than to wait, so each caller is owed one
        int choice = random.nextInt(100);
        if (choice < 40) {
            lease();
        } else if (choice < 75) {
            release();
        } else if (choice < 82) {
            cancel();
        } else if (choice < 88) {
            changeLimit();
        } else if (choice < 93) {
            expire();
        } else if (choice < 96) {
            changeEntry();
        } else {
            sweep();
        }
    }

    private String route() {
        return ROUTES.get(random.nextInt(ROUTES.size()));
    }

    private @Nullable Object state() {
        int number = random.nextInt(2 * STATES);
        return number < STATES ? null : "state" + number;
    }

    // Most callers accept anything, so that connections are reused.
    private LeaseTerms terms() {
        LeaseTerms[] all = LeaseTerms.values();
        return all[Math.max(0, random.nextInt(2 * all.length) - all.length)];
    }

    private void lease() {
        String route = route();
        Object state = state();
        LeaseTerms terms = terms();
        int timeoutMillis = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 0;
        note(() -> "lease " + route + " " + state + " " + terms + " " + timeoutMillis);
        Future<FakeConnection> future = pool.lease(route, state, terms, Timeout.ofMilliseconds(timeoutMillis), null);
        long deadline = timeoutMillis == 0 ? Long.MAX_VALUE : nowNanos + timeoutMillis * 1_000_000L;
        waiting.add(new Ask(route, state, terms, future, deadline));
    }

    private void release() {
        if (leased.isEmpty()) {
            return;
        }
        FakeConnection entry = leased.remove(random.nextInt(leased.size()));
        boolean reusable = random.nextInt(4) != 0;
        if (random.nextInt(5) == 0) {
            entry.discard(CloseMode.IMMEDIATE);
        }
        if (entry.isEstablished()) {
            entry.state(state());
            entry.grade(ReuseGrade.after(random.nextInt(3)));
        }
        note(() -> "release " + entry + " " + reusable + " " + entry.isEstablished());
        boolean last = !leased.contains(entry);
        if (last) {
            idle.add(entry);
        } else {
            bind(entry, entry.state());
        }
        known(entry).retired |= !reusable && !last;
        known(entry).contested |= !last && isContested(entry.route());
        entry.giveBack(reusable, true);
    }

    private boolean isContested(String route) {
        return inUse() + idle.size() > pool.getMaxTotal()
                || here(route) > pool.getMaxPerRoute(route)
                || waiting.stream().anyMatch(ask -> !ask.route.equals(route));
    }

    private void bind(FakeConnection entry, @Nullable Object state) {
        if (state != null) {
            known(entry).state = state;
        }
    }

    private Shared known(FakeConnection entry) {
        return shared.computeIfAbsent(entry, any -> new Shared());
    }

    private void changeEntry() {
        List<FakeConnection> entries = new ArrayList<>(leased);
        entries.addAll(idle);
        if (mostCapacity == 1 || entries.isEmpty()) {
            return;
        }
        FakeConnection entry = entries.get(random.nextInt(entries.size()));
        if (random.nextInt(6) == 0) {
            note(() -> "retire " + entry);
            known(entry).retired = true;
            entry.retire();
        } else {
            changeCapacity(entry, random.nextInt(mostCapacity + 1));
        }
    }

    private void changeCapacity(FakeConnection entry, int capacity) {
        note(() -> "capacity " + entry + " " + capacity);
        known(entry).capacity = capacity;
        bind(entry, leased.contains(entry) ? entry.state() : null);
        entry.resize(() -> capacity);
    }

    private void cancel() {
        if (!waiting.isEmpty()) {
            Ask ask = waiting.get(random.nextInt(waiting.size()));
            note(() -> "cancel " + ask.route);
            assertThat(ask.future.cancel(true)).isTrue();
        }
    }

    private void changeLimit() {
        int max = 1 + random.nextInt(6);
        String route = route();
        int kind = random.nextInt(isLimitedInFlight ? 6 : 4);
        note(() -> "limit " + kind + " " + route + " " + max);
        switch (kind) {
            case 0 -> pool.setMaxTotal(max);
            case 1 -> pool.setDefaultMaxPerRoute(max);
            case 2 -> pool.setMaxPerRoute(route, max - 2);
            case 3 -> pool.setMaxPerRoute(route, max);
            default -> limitInFlight(route, max - 2);
        }
    }

    private void limitInFlight(String route, int max) {
        maxInFlight.put(route, max);
        pool.applyLimits();
    }

    private boolean admits(String route, int underWay) {
        int limit = maxInFlight.getOrDefault(route, 0);
        return limit <= 0 || underWay < limit;
    }

    private void expire() {
        nowNanos += 5_000_000;
        note(() -> "time");
    }

    private void sweep() {
        boolean all = random.nextInt(3) == 0;
        note(() -> "sweep " + all);
        pool.sweep(entry -> all || random.nextInt(3) == 0);
    }

    private void note(Supplier<String> what) {
        if (isLogged) {
            log.append(what.get()).append('\n');
        }
    }

    // Two million checks: AssertJ's texts would take most of the time.
    private static void require(boolean holds, Supplier<String> rule) {
        if (!holds) {
            throw new AssertionError(rule.get());
        }
    }

    private static void requireEqual(int actual, int expected, String what) {
        require(actual == expected, () -> what + ": " + actual + " rather than " + expected);
    }

    private void check() {
        settleBooks();
        countsAgree();
        limitsHold();
        noCallerWaitsForNothing();
    }

    private void settleBooks() {
        Set<String> passed = new HashSet<>();
        for (Ask ask : List.copyOf(waiting)) {
            if (!ask.future.isDone()) {
                passed.add(ask.route);
                continue;
            }
            waiting.remove(ask);
            FakeConnection entry = entryOf(ask);
            if (entry != null) {
                require(!passed.contains(ask.route), () -> "first come, first served");
                require(entry.route().equals(ask.route), () -> "route of " + ask);
                require(entry.state() == null || entry.state().equals(ask.state), () -> "state of " + ask);
                require(isAccepted(entry, ask), () -> "accepted by " + ask);
                serve(ask, entry);
            }
        }
        idle.addAll(dialed); // its caller was too late
        dialed.clear();
        idle.removeIf(entry -> !entry.isEstablished());
        shared.keySet().removeIf(entry -> !idle.contains(entry) && !leased.contains(entry));
    }

    private void serve(Ask ask, FakeConnection entry) {
        Shared known = known(entry);
        int uses = uses(entry);
        if (uses == 0) {
            known.state = ask.state;
            known.contested = false;
        }
        require(Objects.equals(known.state, ask.state), () -> "shares with its like");
        require(!known.retired, () -> "gets one that is not retired");
        require(uses < known.capacity, () -> "uses");
        require(admits(ask.route, count(leased, ask.route)), () -> "may begin one more exchange");
        fewestUsesFirst(ask, entry, uses);
        leased.add(entry);
        idle.remove(entry);
        dialed.remove(entry);
    }

    private void fewestUsesFirst(Ask ask, FakeConnection entry, int uses) {
        boolean fresh = uses == 0 && !idle.contains(entry);
        for (FakeConnection other : leased) {
            require(!(isShareable(other, ask) && (fresh || uses(other) < uses)), () -> "could not have had " + other);
        }
    }

    private int uses(FakeConnection entry) {
        return Collections.frequency(leased, entry);
    }

    private boolean isShareable(FakeConnection entry, Ask ask) {
        Shared known = known(entry);
        return entry.route().equals(ask.route)
                && Objects.equals(known.state, ask.state)
                && !known.retired
                && !known.contested
                && uses(entry) < known.capacity
                && entry.isEstablished()
                && (ask.terms == LeaseTerms.ANY || (isProven(entry) && ask.terms == LeaseTerms.PROVEN));
    }

    private static boolean isProven(FakeConnection entry) {
        return entry.grade() == ReuseGrade.PROVEN;
    }

    private boolean isAccepted(FakeConnection entry, Ask ask) {
        return dialed.contains(entry) || ask.terms.accepts(entry.grade());
    }

    private @Nullable FakeConnection entryOf(Ask ask) {
        if (ask.future.isCancelled()) {
            return null;
        }
        try {
            return ask.future.get();
        } catch (Exception e) {
            assertThat(nowNanos).as("fails only when it is late").isGreaterThanOrEqualTo(ask.deadlineNanos);
            return null;
        }
    }

    private void countsAgree() {
        PoolStats stats = pool.getTotalStats();
        requireEqual(stats.getLeased(), leased.size(), "leased");
        requireEqual(stats.getAvailable(), idle.size(), "idle");
        requireEqual(stats.getPending(), waiting.size(), "pending");
        requireEqual(pool.allocated(), inUse() + idle.size(), "taken");
        Set<String> used = new HashSet<>();
        leased.forEach(entry -> used.add(entry.route()));
        idle.forEach(entry -> used.add(entry.route()));
        waiting.forEach(ask -> used.add(ask.route));
        require(pool.getRoutes().equals(used), () -> "no empty segments");
        ROUTES.forEach(this::routeCountsAgree);
    }

    private void routeCountsAgree(String route) {
        PoolStats stats = pool.getStats(route);
        requireEqual(stats.getLeased(), count(leased, route), "leased of a route");
        requireEqual(stats.getAvailable(), count(idle, route), "idle of a route");
        requireEqual(stats.getPending(), waiting(route), "pending of a route");
    }

    private int inUse() {
        return Set.copyOf(leased).size();
    }

    private int here(String route) {
        return count(Set.copyOf(leased), route) + count(idle, route);
    }

    private static int count(Iterable<FakeConnection> entries, String route) {
        int count = 0;
        for (FakeConnection entry : entries) {
            count += entry.route().equals(route) ? 1 : 0;
        }
        return count;
    }

    private int waiting(String route) {
        return (int) waiting.stream().filter(ask -> ask.route.equals(route)).count();
    }

    // A limit that was lowered is exceeded by leased entries alone.
    private void limitsHold() {
        if (inUse() + idle.size() > pool.getMaxTotal()) {
            require(idle.isEmpty(), () -> "none idle above the total limit");
        }
        for (String route : ROUTES) {
            require(
                    count(idle, route) == 0 || here(route) <= pool.getMaxPerRoute(route),
                    () -> "none idle above the limit of " + route);
        }
    }

    private void noCallerWaitsForNothing() {
        boolean placeToBeHad = inUse() + idle.size() < pool.getMaxTotal() || !idle.isEmpty();
        Set<String> routes = new HashSet<>();
        for (Ask ask : waiting) {
            if (!admits(ask.route, count(leased, ask.route)) || isShut(ask.route)) {
                continue;
            }
            require(
                    here(ask.route) >= pool.getMaxPerRoute(ask.route) || !placeToBeHad,
                    () -> ask + " does not wait in vain");
            // Even one that it cannot use could make room for another.
            require(
                    idle.stream().noneMatch(entry -> entry.route().equals(ask.route) && known(entry).capacity > 0),
                    () -> ask + " would take an idle one");
            if (routes.add(ask.route)) {
                require(leased.stream().noneMatch(entry -> isShareable(entry, ask)), () -> ask + " has none to share");
            }
        }
        if (waiting.isEmpty()) {
            require(!pool.hasStarving(), () -> "none starves");
        }
    }

    // Next to a connection whose server admits nothing, another one would not help.
    private boolean isShut(String route) {
        return Stream.concat(leased.stream(), idle.stream())
                .filter(entry -> entry.route().equals(route))
                .map(this::known)
                .anyMatch(known -> known.capacity == 0 && !known.retired);
    }

    private void end() {
        if (random.nextBoolean()) {
            drain();
        }
        pool.close(random.nextBoolean() ? CloseMode.GRACEFUL : CloseMode.IMMEDIATE);
        assertThat(waiting).allMatch(ask -> ask.future.isDone());
        assertThat(leased).noneMatch(entry -> entry.isEstablished());
        assertThat(idle).noneMatch(entry -> entry.isEstablished());
        assertThat(pool.getRoutes()).isEmpty();
        assertThat(pool.allocated()).isZero();
        assertThat(pool).hasToString("[leased: 0][available: 0][pending: 0]");
    }

    // Everyone is served if entries come back, and no route is shut.
    private void drain() {
        ROUTES.forEach(route -> pool.setMaxPerRoute(route, 1));
        for (String route : ROUTES) {
            check();
            limitInFlight(route, 0);
        }
        check();
        Set<FakeConnection> all = new HashSet<>(leased);
        all.addAll(idle);
        for (FakeConnection entry : all) {
            if (known(entry).capacity == 0) {
                changeCapacity(entry, 1);
            }
        }
        for (check(); !waiting.isEmpty(); check()) {
            assertThat(leased).as("waits though nothing is leased").isNotEmpty();
            release();
        }
    }
}
