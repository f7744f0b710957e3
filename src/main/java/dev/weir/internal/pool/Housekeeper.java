package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.engine.Segment;
import dev.weir.internal.keepalive.KeepAliveLearner;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to all pools in the background: it sweeps idle connections, looks at their sockets (before a caller gets one
 * that the server has closed, and before half-closed ones pile up), opens those that routes must have ({@code minIdle}), and
 * keeps the books of the routes. It takes no place from a caller.
 */
final class Housekeeper implements Maintenance.Task {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    // While callers use connections: one that they leave alone gets its first look that soon.
    private static final long BUSY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long IDLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** How long it may take to notice that one of those that a route must have was leased or closed, at most. */
    private static final long FILL_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    // Visits come in steps: what is due before half of one is over is done now.
    private static final long TOLERANCE_NANOS = SHORTEST_PAUSE_NANOS / 2;

    /** Looks per visit, so that a large pool does not delay the others. */
    private static final int MOST_LOOKS = 256;

    private static final long NEVER_RESTED = -1;

    private final ConnectionPool pool;
    private final Predicate<HttpHost> isProxied;

    // How many callers had entered when all idle connections were closed on request; none is opened until the next one.
    private volatile long callersAtRest = NEVER_RESTED;

    // Written by the maintenance thread; null before its first sweep. In real time, as the pauses are.
    private volatile @Nullable Long sweptNanos;

    // Set when it is to open at once what routes must have.
    private volatile boolean fillsSoon = true;

    // The rest is used by the maintenance thread alone.
    private Set<HttpRoute> kept = Set.of();
    private final Set<HttpRoute> lacking = new HashSet<>();
    private @Nullable PoolConfig readFrom;
    private long filledNanos = System.nanoTime();
    private int looks;
    private boolean isSweepDue;
    private long pauseNanos;
    // The shortest of all routes in use.
    private long intervalNanos;

    Housekeeper(ConnectionPool pool, Predicate<HttpHost> isProxied) {
        this.pool = pool;
        this.isProxied = isProxied;
    }

    @Override
    public long maintain() {
        lookAtAll();
        Long swept = sweptNanos;
        if (swept == null || System.nanoTime() - swept >= intervalNanos) {
            sweep();
            pool.routes().keepBooks(pool.nowNanos());
            sweptNanos = System.nanoTime();
        } else if (isSweepDue && !pool.isClosed()) {
            pool.routes().sweep();
        }
        long fillPauseNanos = Math.min(
                FILL_PAUSE_NANOS, pool.routes().config.eviction().interval().toNanos());
        if (fillsSoon || System.nanoTime() - filledNanos >= fillPauseNanos - TOLERANCE_NANOS) {
            fillsSoon = false;
            filledNanos = System.nanoTime();
            fill();
        }
        return Math.max(SHORTEST_PAUSE_NANOS, Math.min(pauseNanos, intervalNanos));
    }

    /** Closes the idle connections that must close by now. */
    void sweep() {
        if (pool.isClosed()) {
            return;
        }
        pool.routes().sweep();
        pool.store().maxIdle(pool.routes().config.maxIdle()); // trims what a release could not, because none was listed
    }

    private void lookAtAll() {
        looks = 0;
        isSweepDue = false;
        pauseNanos = FILL_PAUSE_NANOS;
        intervalNanos = pool.routes().config.eviction().interval().toNanos();
        pool.routes().busy().forEach(this::look);
    }

    private void look(RouteState route) {
        pauseNanos = Math.min(pauseNanos, route.inFlight() > 0 ? BUSY_PAUSE_NANOS : IDLE_PAUSE_NANOS);
        intervalNanos = Math.min(intervalNanos, route.policy.intervalNanos);
        route.learned.settle(pool.nowNanos());
        for (PooledConnection connection : route.open()) {
            if (connection instanceof SharedConnection shared) {
                shared.watch(pool.nowNanos());
            }
            if (connection.isIdle()) {
                look(connection, route);
            }
        }
    }

    private void look(PooledConnection connection, RouteState route) {
        long nowNanos = pool.nowNanos();
        lookAtSocket(connection, route.policy, nowNanos);
        if (connection.learnedNanos(route.policy) != KeepAliveLearner.NONE) {
            probe(connection, route.learned, nowNanos);
            // The sweeps at each interval are too rare for this.
            isSweepDue |= connection.causeIfIdle(route.policy, nowNanos) != null;
        } else {
            isSweepDue |= connection.doom != null;
        }
    }

    private void lookAtSocket(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        if (!connection.isLookable()) {
            return;
        }
        if (looks < MOST_LOOKS && leftNanos(connection, policy, nowNanos) <= TOLERANCE_NANOS) {
            looks++;
            if (!connection.detectClose(nowNanos) && policy.learns) {
                long ageNanos = nowNanos - connection.idleSinceNanos;
                long longestNanos = connection.longestNanos();
                connection.route.learned.seenOpen(ageNanos, longestNanos, nowNanos);
            }
        }
        pauseNanos = Math.min(pauseNanos, leftNanos(connection, policy, nowNanos));
    }

    private static long leftNanos(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        return connection.nextLookNanos(policy.intervalNanos, nowNanos);
    }

    private static void probe(PooledConnection connection, KeepAliveLearner learner, long nowNanos) {
        long idleNanos = nowNanos - connection.idleSinceNanos;
        if (idleNanos >= learner.limitNanos() / 2 && learner.beginProbeIfDue(nowNanos)) {
            connection.probe();
        }
    }

    /** Opens no connection before the next request. */
    void rest() {
        callersAtRest = pool.lifecycle.entered();
    }

    /** Opens what routes must have soon, because that has changed. */
    void fillSoon() {
        fillsSoon = true;
        Maintenance.shared().hurry(this);
    }

    private void fill() {
        read(pool.routes().config);
        if (!kept.isEmpty() && pool.isOpen() && callersAtRest != pool.lifecycle.entered()) {
            callersAtRest = NEVER_RESTED;
            kept.forEach(this::fill);
        }
    }

    @SuppressWarnings("ReferenceEquality") // a configuration is replaced as a whole
    private void read(PoolConfig config) {
        if (config == readFrom) {
            return;
        }
        kept = config.routes().stream()
                .filter(target -> !target.contains("*"))
                .map(config::effective)
                .filter(effective -> effective.minIdle() > 0)
                .map(effective -> DirectRoute.to(effective.target()))
                .filter(route -> !isProxied.test(route.getTargetHost())) // a request opens its own tunnel
                .collect(Collectors.toSet());
        lacking.retainAll(kept);
        readFrom = config;
    }

    // No more at once than there should be, so a server that closes each at once is not dialed endlessly. After a
    // failed dial it pauses, and then tries a single one.
    private void fill(HttpRoute to) {
        RouteState route = pool.routes().of(to);
        long nowNanos = pool.nowNanos();
        RouteState.DialFailure failure = route.dialFailure(nowNanos, Long.MAX_VALUE);
        Segment.Stats now = route.stats();
        long left = (long) route.policy.minIdle - now.ready() - now.dialing();
        if ((left > 0 && failure != null && lacking.add(to)) || (failure == null && lacking.remove(to))) {
            tell(route, failure);
        }
        if (failure != null || route.newCapacity() != 1) {
            left = now.dialing() > 0 || (failure != null && failure.isPausing(nowNanos)) ? 0 : Math.min(1, left);
        }
        while (left > 0 && route.openSpare() != null) {
            left--;
        }
    }

    private void tell(RouteState route, RouteState.@Nullable DialFailure failure) {
        String name = pool.routes().name();
        int least = route.policy.minIdle;
        if (failure == null) {
            LOG.info("Pool '{}': idle connections to {} can be opened again (minIdle {})", name, route.target, least);
            return;
        }
        LOG.warn(
                "Pool '{}': no idle connection to {} can be opened (minIdle {}): {}; tried again after 1 s, later every"
                        + " {} s",
                name,
                route.target,
                least,
                failure.cause().toString(),
                TimeUnit.NANOSECONDS.toSeconds(RouteState.LONGEST_PAUSE_NANOS));
    }
}
