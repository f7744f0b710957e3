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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
 * The meters of the pools of one name: those of each route, and those of all routes together. Takes all of them out of the
 * registry at the end. Thread-safe.
 */
final class PoolMeters {

    static final int MOST_ROUTES = 100;

    private static final String ALL = "all";
    private static final String OTHER = "other";

    // Connections live for minutes, but Micrometer's histograms end at 30 s unless told.
    private static final Duration LONGEST = Duration.ofMinutes(5);

    // A scrape of all gauges of a pool takes about as long.
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final MeterRegistry registry;
    private final String pool;
    private final boolean hasHistograms;
    private final List<Supplier<PoolSnapshot>> open = new CopyOnWriteArrayList<>();
    private final ConcurrentMap<String, Route> routes = new ConcurrentHashMap<>();
    private final ConcurrentMap<Enum<?>, Timer> lookups = new ConcurrentHashMap<>();

    // Replaced as a whole by the thread that finds it too old.
    private volatile @Nullable Look lastLook;

    private final ReentrantLock lock = new ReentrantLock();
    // All guarded by the lock; the route is made when the first one beyond the limit comes.
    private final List<Meter> registered = new ArrayList<>();
    private @Nullable Route other;
    private boolean isClosed;

    /** The pools at a moment: their limits together, and their routes, of which a target may have several. */
    private record Look(long atNanos, int maxTotal, Map<String, List<RouteSnapshot>> routes) {}

    PoolMeters(MeterRegistry registry, String pool, boolean hasHistograms) {
        this.registry = registry;
        this.pool = pool;
        this.hasHistograms = hasHistograms;
        Tags all = Tags.of("pool", pool, "server.address", ALL, "server.port", ALL);
        gauge(PoolMeter.LIMIT, all, () -> look().maxTotal, "total");
        gauge(PoolMeter.SATURATION, all, this::saturation, "total");
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

    /** Returns whether that was the last one, so that nothing is left to measure. */
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

    void lookedUp(PoolEvent.NameLookedUp lookup) {
        Timer timer = lookups.get(lookup.outcome());
        if (timer == null) {
            Tags all = Tags.of("pool", pool, "server.address", ALL, "server.port", ALL);
            timer = lookups.computeIfAbsent(
                    lookup.outcome(), outcome -> timer(PoolMeter.DNS_LOOKUPS, all, tag(outcome)));
        }
        timer.record(lookup.time());
    }

    Route route(String target) {
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
            Route made = other == null ? new Route(OTHER, OTHER, this::others) : other;
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

    /** Writes a constant as tags have it: {@code SERVER_CLOSED_IDLE} as {@code server_closed_idle}. */
    static String tag(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static Tags tags(PoolMeter meter, Tags common, String... values) {
        Tags tags = common;
        for (int i = 0; i < values.length; i++) {
            tags = tags.and(meter.tags.get(i), values[i]);
        }
        return tags;
    }

    private Timer timer(PoolMeter meter, Tags common, String... values) {
        return registered(() -> Timer.builder(meter.meter)
                .description(meter.description)
                .tags(tags(meter, common, values))
                .publishPercentileHistogram(hasHistograms)
                .maximumExpectedValue(LONGEST)
                .register(registry));
    }

    private DistributionSummary summary(PoolMeter meter, Tags common) {
        return registered(() -> DistributionSummary.builder(meter.meter)
                .description(meter.description)
                .tags(common)
                .publishPercentileHistogram(hasHistograms)
                .register(registry));
    }

    private Counter counter(PoolMeter meter, Tags common, String... values) {
        return registered(() -> Counter.builder(meter.meter)
                .description(meter.description)
                .tags(tags(meter, common, values))
                .register(registry));
    }

    // A supplier is held strongly by its gauge; an object would be held weakly, and the gauge turn into NaN one day.
    private void gauge(PoolMeter meter, Tags common, Supplier<Number> value, String... values) {
        registered(() -> Gauge.builder(meter.meter, value)
                .description(meter.description)
                .baseUnit(meter.baseUnit())
                .tags(tags(meter, common, values))
                .register(registry));
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

    /** The meters of one route, or of those that have none of their own. Thread-safe. */
    final class Route {

        private final Tags server;
        private final Supplier<List<RouteSnapshot>> snapshots;
        private final Counter opened;
        private final Counter leaks;
        private final DistributionSummary uses;

        // By constants that are of no more than one of these, so that an event finds its timer without a new object.
        private final ConcurrentMap<Enum<?>, Timer> timesInQueue = new ConcurrentHashMap<>();
        private final ConcurrentMap<Enum<?>, Timer> durations = new ConcurrentHashMap<>();
        private final ConcurrentMap<Enum<?>, Timer> connects = new ConcurrentHashMap<>();
        private final ConcurrentMap<Enum<?>, Timer> handshakes = new ConcurrentHashMap<>();
        private final ConcurrentMap<String, Counter> retries = new ConcurrentHashMap<>();
        private final ConcurrentMap<String, Timer> requests = new ConcurrentHashMap<>();

        private Route(String address, String port, Supplier<List<RouteSnapshot>> snapshots) {
            this.server = Tags.of("pool", pool, "server.address", address, "server.port", port);
            this.snapshots = snapshots;
            this.opened = counter(PoolMeter.OPENED, server);
            this.leaks = counter(PoolMeter.LEAKS, server);
            this.uses = summary(PoolMeter.USES, server);
            gauge(PoolMeter.OPEN_CONNECTIONS, server, () -> active() - shared(false), "active", "1.1");
            gauge(PoolMeter.OPEN_CONNECTIONS, server, () -> shared(false), "active", "2");
            gauge(PoolMeter.OPEN_CONNECTIONS, server, () -> sum(RouteSnapshot::idle) - shared(true), "idle", "1.1");
            gauge(PoolMeter.OPEN_CONNECTIONS, server, () -> shared(true), "idle", "2");
            gauge(PoolMeter.PENDING, server, () -> sum(RouteSnapshot::pending));
            gauge(PoolMeter.DIALING, server, () -> sum(RouteSnapshot::dialing));
            gauge(PoolMeter.IN_FLIGHT, server, () -> sum(RouteSnapshot::inFlight));
            gauge(PoolMeter.IN_FLIGHT_LIMIT, server, this::inFlightLimit, "route");
            gauge(PoolMeter.LIMIT, server, () -> sum(RouteSnapshot::limit), "route");
            gauge(PoolMeter.SATURATION, server, () -> (double) active() / sum(RouteSnapshot::limit), "route");
            gauge(
                    PoolMeter.SATURATION,
                    server,
                    () -> sum(RouteSnapshot::inFlight) / inFlightLimit(),
                    "route-exchanges");
            gauge(PoolMeter.LEARNED_KEEP_ALIVE, server, this::learnedKeepAlive);
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

        void count(PoolEvent.LeaseEnded lease) {
            timed(timesInQueue, PoolMeter.TIME_IN_QUEUE, lease.outcome()).record(lease.waited());
        }

        private Timer timed(ConcurrentMap<Enum<?>, Timer> timers, PoolMeter meter, Enum<?> constant) {
            Timer known = timers.get(constant);
            return known != null ? known : timers.computeIfAbsent(constant, each -> timer(meter, server, tag(each)));
        }

        void count(PoolEvent.DialEnded dial) {
            timed(connects, PoolMeter.CONNECT, dial.outcome()).record(dial.connect());
            if (dial.outcome() == DialOutcome.CONNECTED) {
                opened.increment();
            }
        }

        void count(PoolEvent.HandshakeEnded handshake) {
            handshakes
                    .computeIfAbsent(
                            handshake.kind().<Enum<?>>map(kind -> kind).orElse(handshake.outcome()),
                            key -> timer(
                                    PoolMeter.TLS,
                                    server,
                                    tag(handshake.outcome()),
                                    handshake.kind().map(PoolMeters::tag).orElse("none")))
                    .record(handshake.time());
        }

        void count(PoolEvent.ConnectionClosed closed) {
            timed(durations, PoolMeter.CONNECTION_DURATION, closed.cause()).record(closed.age());
            uses.record((double) closed.uses());
        }

        void count(PoolEvent.RetryDecided retry) {
            String outcome = retry.isSent() ? "sent" : "budget_used_up";
            retries.computeIfAbsent(outcome, each -> counter(PoolMeter.RETRIES, server, each))
                    .increment();
        }

        void leaked() {
            leaks.increment();
        }

        void count(CallFacts facts) {
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
            requests.computeIfAbsent(phase + ' ' + outcome, key -> timer(PoolMeter.REQUESTS, server, phase, outcome))
                    .record(time);
        }
    }
}
