package dev.weir.micrometer;

import dev.weir.event.CallFacts;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.DialOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The meters of the pools of one name: those of each route, and those of all routes together. Each is declared where it is
 * registered; a test compares them with the table in docs/metrics.md. Takes all of them out of the registry at the end.
 * Thread-safe.
 */
final class PoolMeters {

    static final int MOST_ROUTES = 100;

    private static final String LIMIT = "Most connections, of a route or of all routes together";
    private static final String SATURATION =
            "Connections in use, or exchanges under way, as a share of the limit of a route or of all routes together";

    // Connections live for minutes, but Micrometer's histograms end at 30 s unless told.
    private static final Duration LONGEST = Duration.ofMinutes(5);

    // A scrape of all gauges of a pool takes about as long.
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final MeterRegistry registry;
    private final String pool;
    private final boolean hasHistograms;
    private final List<Supplier<PoolSnapshot>> open = new CopyOnWriteArrayList<>();
    private final ConcurrentMap<String, Route> routes = new ConcurrentHashMap<>();
    private final Timers all;

    // Replaced as a whole by the thread that finds it too old.
    private volatile @Nullable Look lastLook;

    private final ReentrantLock lock = new ReentrantLock();
    // All guarded by the lock; the route is made when the first one beyond the limit comes.
    private final Set<Meter> registered = new HashSet<>();
    private @Nullable Route other;
    private boolean isClosed;

    /** The pools at a moment: their limits together, and their routes, of which a target may have several. */
    private record Look(long atNanos, int maxTotal, Map<String, List<RouteSnapshot>> routes) {}

    PoolMeters(MeterRegistry registry, String pool, boolean hasHistograms) {
        this.registry = registry;
        this.pool = pool;
        this.hasHistograms = hasHistograms;
        this.all = new Timers("all", "all");
        gauge("weir.pool.limit", LIMIT, all.tags.and("scope", "total"), () -> look().maxTotal);
        gauge("weir.pool.saturation", SATURATION, all.tags.and("scope", "total"), this::saturation);
    }

    private double saturation() {
        Look look = look();
        return (double) look.routes.values().stream()
                        .flatMap(List::stream)
                        .mapToLong(PoolMeters::active)
                        .sum()
                / look.maxTotal;
    }

    // A connection that is being dialed is leased, but not open yet.
    private static long active(RouteSnapshot route) {
        return Math.max(0, route.opened() - route.closed() - route.idle());
    }

    void opened(Supplier<PoolSnapshot> snapshot) {
        open.add(snapshot);
    }

    /** Takes a pool out; returns whether it was the last one, so that the meters are gone. */
    boolean closed(Supplier<PoolSnapshot> snapshot) {
        open.remove(snapshot);
        if (!open.isEmpty()) {
            return false;
        }
        lock.lock();
        try {
            isClosed = true;
            registered.forEach(registry::remove);
            registered.clear();
        } finally {
            lock.unlock();
        }
        return true;
    }

    // One for all gauges that are read at about the same time.
    private Look look() {
        Look last = lastLook;
        long nowNanos = System.nanoTime();
        if (last == null || nowNanos - last.atNanos > FRESH_NANOS) {
            List<PoolSnapshot> pools = open.stream().map(Supplier::get).toList();
            last = new Look(
                    nowNanos,
                    pools.stream().mapToInt(PoolSnapshot::maxTotal).sum(),
                    pools.stream()
                            .flatMap(each -> each.routes().stream())
                            .collect(Collectors.groupingBy(RouteSnapshot::target)));
            lastLook = last;
        }
        return last;
    }

    /** Counts what happened, but for the beginning and the end of pools. */
    void count(PoolEvent event) {
        if (event instanceof PoolEvent.LeaseEnded lease) {
            route(lease.route())
                    .timer(
                            lease.outcome(),
                            "http.client.request.time_in_queue",
                            "Time that callers waited for a connection, by how their lease ended",
                            "outcome")
                    .record(lease.waited());
        } else if (event instanceof PoolEvent.DialEnded dial) {
            Route route = route(dial.route());
            if (!dial.isThroughTunnel()) {
                route.timer(
                                dial.outcome(),
                                "weir.connections.connect",
                                "Time to connect to the addresses of a host, without name lookup and TLS handshake",
                                "outcome")
                        .record(dial.connect());
                if (dial.outcome() == DialOutcome.CONNECTED) {
                    route.opened.increment();
                }
            }
            if (!dial.handshake().isZero()) {
                boolean isMade = dial.outcome() == DialOutcome.CONNECTED;
                String kind = !isMade ? "none" : dial.isResumed() ? "resumed" : "full";
                route.timer(
                                tag(dial.outcome()) + ' ' + kind,
                                "weir.connections.tls",
                                "Time of TLS handshakes, by how they ended, and whether they resumed a session",
                                Tags.of("outcome", tag(dial.outcome()), "handshake", kind))
                        .record(dial.handshake());
            }
        } else if (event instanceof PoolEvent.ConnectionClosed closed) {
            Route route = route(closed.route());
            route.timer(
                            closed.cause(),
                            "http.client.connection.duration",
                            "Age of connections at close, by cause",
                            "cause")
                    .record(closed.age());
            route.uses.record((double) closed.uses());
        } else if (event instanceof PoolEvent.NameLookedUp lookup) {
            all.timer(lookup.outcome(), "weir.dns.lookups", "Time of name lookups, by how they ended", "outcome")
                    .record(lookup.time());
        } else if (event instanceof PoolEvent.RetryDecided retry) {
            Tags outcome = Tags.of("outcome", retry.isSent() ? "sent" : "budget_used_up");
            Tags tags = route(retry.route()).tags.and(outcome);
            counter("weir.retries", "Retries, by whether they were made", tags).increment();
        } else if (event instanceof PoolEvent.LeakSuspected leak) {
            route(leak.route()).leaks.increment();
        } else if (event instanceof PoolEvent.RequestEnded request) {
            request.route().ifPresent(target -> route(target).count(request.facts()));
        }
    }

    private Route route(String target) {
        Route known = routes.get(target);
        if (known != null) {
            return known;
        }
        // Some more may slip in at the same moment; their number is bounded by that of the threads.
        return routes.size() < MOST_ROUTES ? routes.computeIfAbsent(target, this::own) : other();
    }

    private Route own(String target) {
        String authority = target.substring(target.indexOf("://") + 3);
        int colon = authority.lastIndexOf(':');
        return new Route(
                authority.substring(0, colon),
                authority.substring(colon + 1),
                () -> look().routes.getOrDefault(target, List.of()));
    }

    private Route other() {
        lock.lock();
        try {
            Route made = other == null ? new Route("other", "other", this::others) : other;
            other = made;
            return made;
        } finally {
            lock.unlock();
        }
    }

    private List<RouteSnapshot> others() {
        return look().routes.entrySet().stream()
                .filter(entry -> !routes.containsKey(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    static String tag(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private Counter counter(String name, String meaning, Tags tags) {
        return registered(
                () -> Counter.builder(name).description(meaning).tags(tags).register(registry));
    }

    // A supplier is held strongly by its gauge; an object would be held weakly, and the gauge turn into NaN one day.
    private void gauge(String name, String meaning, Tags tags, Supplier<Number> value) {
        registered(
                () -> Gauge.builder(name, value).description(meaning).tags(tags).register(registry));
    }

    private <M extends Meter> M registered(Supplier<M> register) {
        lock.lock();
        try {
            M meter = register.get();
            if (isClosed) {
                registry.remove(meter); // an event that was on its way when the pool closed
            } else {
                registered.add(meter);
            }
            return meter;
        } finally {
            lock.unlock();
        }
    }

    /** Timers with the tags of a server. */
    private class Timers {

        final Tags tags;

        // By constants that are of no more than one of these, so that an event finds its timer without a new object.
        private final ConcurrentMap<Object, Timer> timers = new ConcurrentHashMap<>();

        Timers(String address, String port) {
            this.tags = Tags.of("pool", pool, "server.address", address, "server.port", port);
        }

        Timer timer(Enum<?> constant, String name, String meaning, String tag) {
            Timer known = timers.get(constant);
            return known != null ? known : timer(constant, name, meaning, Tags.of(tag, tag(constant)));
        }

        Timer timer(Object key, String name, String meaning, Tags more) {
            return timers.computeIfAbsent(
                    key,
                    unknown -> registered(() -> Timer.builder(name)
                            .description(meaning)
                            .tags(tags.and(more))
                            .publishPercentileHistogram(hasHistograms)
                            .maximumExpectedValue(LONGEST)
                            .register(registry)));
        }
    }

    /** The meters of a route, of which pools of the same name may have one each. */
    private final class Route extends Timers {

        private final Supplier<List<RouteSnapshot>> snapshots;
        private final Counter opened;
        private final Counter leaks;
        private final DistributionSummary uses;

        private Route(String address, String port, Supplier<List<RouteSnapshot>> snapshots) {
            super(address, port);
            this.snapshots = snapshots;
            opened = counter("weir.connections.opened", "Connections established", tags);
            leaks = counter("weir.leaks", "Connections suspected to be leaked, or found to be", tags);
            uses = registered(() -> DistributionSummary.builder("weir.connections.uses")
                    .description("Requests that a connection had carried when it was closed")
                    .tags(tags)
                    .publishPercentileHistogram(hasHistograms)
                    .register(registry));
            connections("active", "1.1", () -> active() - shared(false));
            connections("active", "2", () -> shared(false));
            connections("idle", "1.1", () -> sum(RouteSnapshot::idle) - shared(true));
            connections("idle", "2", () -> shared(true));
            gauge("weir.leases.pending", "Callers that wait for a connection", tags, () -> sum(RouteSnapshot::pending));
            gauge("weir.leases.dialing", "Connections being established", tags, () -> sum(RouteSnapshot::dialing));
            gauge("weir.exchanges", "Exchanges under way", tags, () -> sum(RouteSnapshot::inFlight));
            Tags scope = tags.and("scope", "route");
            gauge(
                    "weir.exchanges.limit",
                    "Most exchanges under way on a route; NaN without a limit",
                    scope,
                    this::inFlightLimit);
            gauge("weir.pool.limit", LIMIT, scope, () -> sum(RouteSnapshot::limit));
            gauge("weir.pool.saturation", SATURATION, scope, () -> (double) active() / sum(RouteSnapshot::limit));
            gauge(
                    "weir.pool.saturation",
                    SATURATION,
                    tags.and("scope", "route-exchanges"),
                    () -> sum(RouteSnapshot::inFlight) / inFlightLimit());
            registered(() -> Gauge.builder("weir.keepalive.learned", (Supplier<Number>) this::learnedKeepAlive)
                    .description("Time that connections may idle, as learned from the server; NaN while nothing was"
                            + " learned")
                    .baseUnit("seconds")
                    .tags(tags)
                    .register(registry));
        }

        private void connections(String state, String version, Supplier<Number> value) {
            gauge(
                    "http.client.open_connections",
                    "Open connections, by whether a caller uses them",
                    tags.and("http.connection.state", state, "network.protocol.version", version),
                    value);
        }

        private long sum(ToLongFunction<RouteSnapshot> figure) {
            return snapshots.get().stream().mapToLong(figure).sum();
        }

        private long active() {
            return sum(PoolMeters::active);
        }

        // The connections of HTTP/2; one at most once among the others, because a look is of one moment only in parts.
        private long shared(boolean isIdle) {
            return sum(route -> Math.min(
                    isIdle ? route.idle() : PoolMeters.active(route),
                    route.connections().stream()
                            .filter(each -> each.protocol().startsWith("HTTP/2"))
                            .filter(each -> (each.state() == ConnectionSnapshot.State.IDLE) == isIdle)
                            .count()));
        }

        // Zero is no limit.
        private double inFlightLimit() {
            long limit = sum(RouteSnapshot::maxInFlight);
            return limit == 0 ? Double.NaN : limit;
        }

        private double learnedKeepAlive() {
            return snapshots.get().stream()
                    .map(RouteSnapshot::learnedKeepAlive)
                    .flatMap(Optional::stream)
                    .min(Duration::compareTo)
                    .map(learned -> learned.toNanos() / 1e9)
                    .orElse(Double.NaN);
        }

        private void count(CallFacts facts) {
            String outcome = facts.isCancelled() ? "cancelled" : facts.failure().isPresent() ? "failed" : "answered";
            phase("total", outcome, facts.total());
            facts.last().ifPresent(exchange -> {
                phase("before", outcome, facts.before());
                phase("queue", outcome, exchange.waited());
                phase("dial", outcome, exchange.dialed());
                if (exchange.status().isPresent()) {
                    phase("first_byte", outcome, exchange.firstByte());
                    phase("body", outcome, exchange.body());
                }
            });
        }

        private void phase(String phase, String outcome, Duration time) {
            timer(
                            phase + ' ' + outcome,
                            "weir.requests",
                            "Time of calls by phase, if asked for; `cancelled` ones were given up by their callers",
                            Tags.of("phase", phase, "outcome", outcome))
                    .record(time);
        }
    }
}
