package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteRule;
import dev.weir.event.CloseCause;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.log.Log;
import dev.weir.internal.maintenance.Maintained;
import dev.weir.internal.maintenance.Maintenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/**
 * All that happens to a pool in the background, in one task: it sweeps idle connections, looks at their sockets (before a
 * caller gets one that the server has closed, and before half-closed ones pile up), opens those that routes must have ({@code
 * minIdle}), keeps the books of the routes, and has the chores of the kind of pool done. It takes no place from a caller.
 */
final class Housekeeper implements Maintained {

    private static final Log LOG = Log.of("pool");

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    // While callers use connections: one that they leave alone gets its first look that soon.
    private static final long BUSY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long IDLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** How long it may take to notice that one of those that a route must have was leased or closed. */
    private static final long FILL_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    // Visits come in steps: what is due before half of one is over is done now.
    private static final long TOLERANCE_NANOS = SHORTEST_PAUSE_NANOS / 2;

    /** Looks per visit, so that a large pool does not delay the others. */
    private static final int MOST_LOOKS = 256;

    private static final long NEVER_RESTED = -1;

    /** Something that has its own times. Only the maintenance thread uses it. */
    private static final class Chore {
        final Maintained task;
        long dueNanos = System.nanoTime();
        boolean isFailing;

        Chore(Maintained task) {
            this.task = task;
        }

        /** Does it if it is due, or asked for; returns when it is due again. */
        long visit(boolean isAskedFor) {
            long nowNanos = System.nanoTime();
            if (isAskedFor || nowNanos - dueNanos >= 0) {
                dueNanos = nowNanos + maintain();
            }
            return dueNanos - nowNanos;
        }

        // A failure, such as of a user's proxy selector, holds up no other chore. It is told once.
        private long maintain() {
            try {
                long pauseNanos = task.maintain();
                isFailing = false;
                return pauseNanos;
            } catch (Throwable e) {
                if (!isFailing) {
                    isFailing = true;
                    LOG.warn(
                            "Part of the maintenance of a pool failed; the rest goes on, and it will be tried again",
                            e);
                }
                return FILL_PAUSE_NANOS;
            }
        }
    }

    private final ConnectionPool pool;
    private final SpareDialer dialer;
    private final Predicate<HttpHost> isProxied;
    private final List<Chore> chores;
    private final Chore filling = new Chore(this::fill);

    // How many callers had entered when all idle connections were closed on request; none is opened until the next one.
    private volatile long callersAtRest = NEVER_RESTED;
    private volatile boolean isFillDue;

    // Written by the maintenance thread; null before its first sweep. In real time, as the pauses are.
    private volatile @Nullable Long sweptNanos;

    // The rest is used by the maintenance thread alone.
    private Map<HttpRoute, KeptRoute> kept = Map.of();
    private @Nullable PoolConfig readFrom;
    private int looks;
    private boolean isSweepDue;
    private long pauseNanos;

    Housekeeper(ConnectionPool pool, SpareDialer dialer, Predicate<HttpHost> isProxied, List<Maintained> chores) {
        this.pool = pool;
        this.dialer = dialer;
        this.isProxied = isProxied;
        this.chores = chores.stream().map(Chore::new).toList();
    }

    ConnectionPool pool() {
        return pool;
    }

    @Override
    public long maintain() {
        lookAtAll();
        long intervalNanos = pool.routes().intervalNanos();
        Long swept = sweptNanos;
        if (swept == null || System.nanoTime() - swept >= intervalNanos) {
            List<RouteState> aged = retireAged();
            sweep();
            aged.forEach(this::replace);
            pool.routes().keepBooks(pool.nowNanos());
            sweptNanos = System.nanoTime();
        } else if (isSweepDue && !pool.isClosed()) {
            pool.routes().sweep();
        }
        boolean isFillAskedFor = isFillDue;
        isFillDue = false;
        long nextNanos = Math.min(Math.min(pauseNanos, intervalNanos), filling.visit(isFillAskedFor));
        for (Chore chore : chores) {
            nextNanos = Math.min(nextNanos, chore.visit(false));
        }
        return Math.max(SHORTEST_PAUSE_NANOS, nextNanos);
    }

    /** Closes the idle connections that must close by now. */
    void sweep() {
        if (pool.isClosed()) {
            return;
        }
        pool.routes().sweep();
        pool.routes().trimIdle(); // after a release that met a closed gate, or a lowered limit
    }

    /** Marks connections at the end of their lifetime for closing; returns the route of each that was recently in use. */
    private List<RouteState> retireAged() {
        List<RouteState> aged = new ArrayList<>();
        long nowNanos = pool.nowNanos();
        for (RouteState route : pool.routes().busy()) {
            RoutePolicy policy = route.policy();
            for (PooledConnection connection : route.connections()) {
                if (connection.doom() == null && connection.leftNanos(policy, nowNanos) <= 0) {
                    connection.doom(CloseCause.MAX_LIFETIME);
                    if (connection.isNeeded(policy.intervalNanos, nowNanos)) {
                        aged.add(route);
                    }
                }
            }
        }
        return aged;
    }

    // One dial in place of each, where there is room: the next caller finds a connection.
    private void replace(RouteState route) {
        boolean isWanted = !route.route().isTunnelled() // the request that needs a tunnel opens it
                && pool.isOpen()
                && route.idle() < route.policy().maxIdle
                && !pool.store().isIdleFull();
        try {
            if (isWanted) {
                dialer.dial(route, isThere -> {});
            }
        } catch (IOException e) {
            LOG.debug("No connection to {} can be opened in place of an old one", route.target(), e);
        }
    }

    private void lookAtAll() {
        looks = 0;
        isSweepDue = false;
        pauseNanos = FILL_PAUSE_NANOS;
        pool.routes().busy().forEach(this::look);
    }

    private void look(RouteState route) {
        pauseNanos = Math.min(pauseNanos, route.leased.get() > 0 ? BUSY_PAUSE_NANOS : IDLE_PAUSE_NANOS);
        route.learned().settle(pool.nowNanos());
        route.connections().stream().filter(PooledConnection::isIdle).forEach(idle -> look(idle, route));
    }

    private void look(PooledConnection connection, RouteState route) {
        long nowNanos = pool.nowNanos();
        lookAtSocket(connection, route.policy(), nowNanos);
        if (connection.idleState().learnedNanos(route.policy()) != KeepAliveLearner.NONE) {
            probe(connection, route.learned(), nowNanos);
            // The sweeps at each interval are too rare for this.
            isSweepDue |= Retirement.ofIdle(connection, route.policy(), nowNanos) != null;
        } else {
            isSweepDue |= connection.doom() != null;
        }
    }

    private void lookAtSocket(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        if (!connection.socket.isLookable()) {
            return;
        }
        if (looks < MOST_LOOKS && leftNanos(connection, policy, nowNanos) <= TOLERANCE_NANOS) {
            looks++;
            if (!connection.detectClose(nowNanos) && policy.learns) {
                long ageNanos = nowNanos - connection.idleState().sinceNanos();
                long longestNanos = connection.idleState().longestNanos();
                connection.route().learned().seenOpen(ageNanos, longestNanos, nowNanos);
            }
        }
        pauseNanos = Math.min(pauseNanos, leftNanos(connection, policy, nowNanos));
    }

    private static long leftNanos(PooledConnection connection, RoutePolicy policy, long nowNanos) {
        return connection.socket.nextLookNanos(connection.idleState().sinceNanos(), policy.intervalNanos, nowNanos);
    }

    private static void probe(PooledConnection connection, KeepAliveLearner learner, long nowNanos) {
        long idleNanos = nowNanos - connection.idleState().sinceNanos();
        if (idleNanos >= learner.limitNanos() / 2 && learner.beginProbeIfDue(nowNanos)) {
            connection.idleState().probe();
        }
    }

    /** Opens no connection before the next request. */
    void rest() {
        callersAtRest = pool.callersSoFar();
    }

    /** Opens what routes must have soon, because that has changed. */
    void fillSoon() {
        isFillDue = true;
        Maintenance.shared().hurry(this);
    }

    private long fill() {
        read(pool.routes().config());
        if (!kept.isEmpty() && pool.isOpen() && callersAtRest != pool.callersSoFar()) {
            callersAtRest = NEVER_RESTED;
            kept.values().forEach(this::fill);
        }
        return Math.min(FILL_PAUSE_NANOS, pool.routes().intervalNanos());
    }

    @SuppressWarnings("ReferenceEquality") // a configuration is replaced as a whole
    private void read(PoolConfig config) {
        if (config == readFrom) {
            return;
        }
        Map<HttpRoute, KeptRoute> now = new HashMap<>();
        for (RouteRule rule : config.routes()) {
            if (!rule.target().contains("*")) {
                RouteConfig effective = config.effective(rule.target());
                if (effective.minIdle() > 0) {
                    HttpRoute route = DirectRoute.to(effective.target());
                    KeptRoute before = kept.get(route);
                    now.put(route, before == null ? new KeptRoute(route) : before);
                }
            }
        }
        kept = now;
        readFrom = config;
    }

    private void fill(KeptRoute each) {
        if (isProxied.test(each.route.getTargetHost())) {
            return; // a request opens its own tunnel
        }
        RouteState route = pool.routes().of(each.route);
        long nowNanos = pool.nowNanos();
        if (route.dials().failure(nowNanos, Long.MAX_VALUE) == null) {
            each.recovered();
        }
        int atOnce = dialer.mayServeAll(route) ? 1 : Integer.MAX_VALUE;
        int left = each.begin(route.policy().minIdle, route.ready(), atOnce, nowNanos);
        try {
            while (left > 0 && open(route, each)) {
                left--;
            }
        } finally {
            each.withdraw(left);
        }
    }

    private boolean open(RouteState route, KeptRoute each) {
        try {
            return dialer.dial(route, isThere -> ended(route, each, isThere));
        } catch (IOException e) {
            LOG.debug("No idle connection to {} can be opened", route.target(), e);
            return false;
        }
    }

    private void ended(RouteState route, KeptRoute each, boolean isThere) {
        if (each.ended(isThere, pool.nowNanos()) && pool.isOpen()) {
            tell(route, isThere);
        }
        if (isThere && each.isShort()) {
            fillSoon();
        }
    }

    private void tell(RouteState route, boolean isThere) {
        String name = pool.routes().name();
        int least = route.policy().minIdle;
        if (isThere) {
            LOG.info("Pool '{}': idle connections to {} can be opened again (minIdle {})", name, route.target(), least);
            return;
        }
        Throwable cause = route.dialFailure();
        LOG.warn(
                "Pool '{}': no idle connection to {} can be opened (minIdle {}): {}; tried again after 1 s, later every"
                        + " {} s",
                name,
                route.target(),
                least,
                cause == null ? "the dial was canceled" : cause.toString(),
                TimeUnit.NANOSECONDS.toSeconds(KeptRoute.LONGEST_PAUSE_NANOS));
    }

    /** Returns the name, for the log of the maintenance. */
    @Override
    public String toString() {
        return "pool '" + pool.routes().name() + "'";
    }
}
