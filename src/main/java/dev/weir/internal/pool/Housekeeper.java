package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.maintenance.Maintained;
import dev.weir.internal.maintenance.Maintenance;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
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
final class Housekeeper implements Maintained {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    // While callers use connections: one that they leave alone gets its first look that soon.
    private static final long BUSY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long IDLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** How long it may take to notice that one of those that a route must have was leased or closed. */
    private static final long FILL_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** About the restart time of a process that fails quickly. */
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The longest time that a server that is back waits for its connections. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int MOST_DOUBLINGS = 5;

    // Visits come in steps: what is due before half of one is over is done now.
    private static final long TOLERANCE_NANOS = SHORTEST_PAUSE_NANOS / 2;

    /** Looks per visit, so that a large pool does not delay the others. */
    private static final int MOST_LOOKS = 256;

    private static final long NEVER_RESTED = -1;

    private final ConnectionPool pool;
    private final Predicate<HttpHost> isProxied;

    /** Opens those that routes must have: a task of its own, so that no failure of it holds up the others. */
    final Maintained filling = this::fill;

    // How many callers had entered when all idle connections were closed on request; none is opened until the next one.
    private volatile long callersAtRest = NEVER_RESTED;

    // Written by the maintenance thread; null before its first sweep. In real time, as the pauses are.
    private volatile @Nullable Long sweptNanos;

    // The rest is used by the maintenance thread alone.
    private Map<HttpRoute, Kept> kept = Map.of();
    private @Nullable PoolConfig readFrom;
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
        return Math.max(SHORTEST_PAUSE_NANOS, Math.min(pauseNanos, intervalNanos));
    }

    /** Closes the idle connections that must close by now. */
    void sweep() {
        if (pool.isClosed()) {
            return;
        }
        pool.routes().sweep();
        pool.store()
                .maxIdle(pool.routes().config().maxIdle()); // trims what a release could not, because none was listed
    }

    private void lookAtAll() {
        looks = 0;
        isSweepDue = false;
        pauseNanos = FILL_PAUSE_NANOS;
        intervalNanos = pool.routes().config().eviction().interval().toNanos();
        pool.routes().busy().forEach(this::look);
    }

    private void look(RouteState route) {
        pauseNanos = Math.min(pauseNanos, route.inFlight() > 0 ? BUSY_PAUSE_NANOS : IDLE_PAUSE_NANOS);
        intervalNanos = Math.min(intervalNanos, route.policy.intervalNanos);
        route.learned().settle(pool.nowNanos());
        route.connections().stream().filter(PooledConnection::isIdle).forEach(idle -> look(idle, route));
    }

    private void look(PooledConnection connection, RouteState route) {
        long nowNanos = pool.nowNanos();
        lookAtSocket(connection, route.policy, nowNanos);
        if (connection.learnedNanos(route.policy) != KeepAliveLearner.NONE) {
            probe(connection, route.learned(), nowNanos);
            // The sweeps at each interval are too rare for this.
            isSweepDue |= connection.causeIfIdle(route.policy, nowNanos) != null;
        } else {
            isSweepDue |= connection.doom != null;
        }
    }

    private void lookAtSocket(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        if (!connection.socket.isLookable()) {
            return;
        }
        if (looks < MOST_LOOKS && leftNanos(connection, policy, nowNanos) <= TOLERANCE_NANOS) {
            looks++;
            if (!connection.detectClose(nowNanos) && policy.learns) {
                long ageNanos = nowNanos - connection.idleSinceNanos;
                long longestNanos = connection.longestNanos();
                connection.route.learned().seenOpen(ageNanos, longestNanos, nowNanos);
            }
        }
        pauseNanos = Math.min(pauseNanos, leftNanos(connection, policy, nowNanos));
    }

    private static long leftNanos(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        return connection.socket.nextLookNanos(connection.idleSinceNanos, policy.intervalNanos, nowNanos);
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
        Maintenance.shared().hurry(filling);
    }

    private long fill() {
        read(pool.routes().config());
        if (!kept.isEmpty() && pool.isOpen() && callersAtRest != pool.lifecycle.entered()) {
            callersAtRest = NEVER_RESTED;
            kept.values().forEach(Kept::fill);
        }
        return Math.min(
                FILL_PAUSE_NANOS, pool.routes().config().eviction().interval().toNanos());
    }

    @SuppressWarnings("ReferenceEquality") // a configuration is replaced as a whole
    private void read(PoolConfig config) {
        if (config == readFrom) {
            return;
        }
        Map<HttpRoute, Kept> now = new HashMap<>();
        for (String target : config.routes()) {
            if (!target.contains("*")) {
                RouteConfig effective = config.effective(target);
                if (effective.minIdle() > 0) {
                    HttpRoute route = DirectRoute.to(effective.target());
                    Kept before = kept.get(route);
                    now.put(route, before == null ? new Kept(route) : before);
                }
            }
        }
        kept = now;
        readFrom = config;
    }

    /**
     * A route that must have idle connections, and how opening them goes. After a failed dial it pauses, twice as long each
     * time, up to a limit, and then tries a single one. Thread-safe.
     */
    private final class Kept {
        private final HttpRoute route;
        private final ReentrantLock lock = new ReentrantLock();
        // All guarded by the lock: the dials under way, the failures in a row, when the pause after the last one ends.
        private int opening;
        private int failures;
        private long againNanos;

        Kept(HttpRoute route) {
            this.route = route;
        }

        // No more at once than there should be, so a server that closes each at once is not dialed endlessly.
        void fill() {
            if (isProxied.test(route.getTargetHost())) {
                return; // a request opens its own tunnel
            }
            RouteState state = pool.routes().of(route);
            int left = state.policy.minIdle;
            while (left > 0 && begins(state) && open(state)) {
                left--;
            }
        }

        private boolean begins(RouteState state) {
            long nowNanos = pool.nowNanos();
            int lacking = state.policy.minIdle - state.ready();
            boolean isWell = state.dialFailure(nowNanos, Long.MAX_VALUE) == null; // as a request may have shown
            lock.lock();
            try {
                failures = isWell ? 0 : failures;
                boolean isSingle = failures > 0 || state.newCapacity() != 1;
                boolean begins = opening < (isSingle ? Math.min(1, lacking) : lacking)
                        && (failures == 0 || nowNanos - againNanos >= 0);
                opening += begins ? 1 : 0;
                return begins;
            } finally {
                lock.unlock();
            }
        }

        private boolean open(RouteState state) {
            boolean isBegun = state.openSpare(isThere -> ended(state, isThere));
            if (!isBegun) {
                ended(state, null);
            }
            return isBegun;
        }

        // Whether it is there; null if the dial did not begin. Tells of the first failure, and of the first success
        // after
        // one. Those that failed together count as one failure.
        private void ended(RouteState state, @Nullable Boolean isThere) {
            long nowNanos = pool.nowNanos();
            boolean isNews;
            lock.lock();
            try {
                opening--;
                isNews = isThere != null && failures > 0 == isThere;
                if (Boolean.TRUE.equals(isThere)) {
                    failures = 0;
                } else if (isThere != null && (failures == 0 || nowNanos - againNanos >= 0)) {
                    againNanos = nowNanos
                            + Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures, MOST_DOUBLINGS));
                    failures++;
                }
            } finally {
                lock.unlock();
            }
            if (isThere != null && isNews && pool.isOpen()) {
                tell(state, isThere);
            }
        }
    }

    private void tell(RouteState route, boolean isThere) {
        String name = pool.routes().name();
        int least = route.policy.minIdle;
        if (isThere) {
            LOG.info("Pool '{}': idle connections to {} can be opened again (minIdle {})", name, route.target(), least);
            return;
        }
        RouteState.DialFailure failure = route.dialFailure(pool.nowNanos(), Long.MAX_VALUE);
        LOG.warn(
                "Pool '{}': no idle connection to {} can be opened (minIdle {}): {}; tried again after 1 s, later every"
                        + " {} s",
                name,
                route.target(),
                least,
                failure == null ? "the dial was canceled" : failure.cause().toString(),
                TimeUnit.NANOSECONDS.toSeconds(LONGEST_PAUSE_NANOS));
    }
}
