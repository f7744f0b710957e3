package dev.weir.micrometer;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.HandshakeKind;
import dev.weir.event.LeaseFacts;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.RetryOutcome;
import dev.weir.event.RouteSnapshot;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The meters of one route, or of those that have none of their own. Thread-safe. */
final class RouteMeters {

    private static final Phase[] PHASES = Phase.values();
    private static final String CONNECTED = Names.of(DialOutcome.CONNECTED);

    private final Supplier<List<RouteSnapshot>> routes;
    private final ByKind<LeaseOutcome, Timer> timesInQueue;
    private final ByKind<CloseCause, Timer> durations;
    private final ByKind<DialOutcome, Timer> connects;
    private final ByKind<DialOutcome, Timer> failedHandshakes;
    private final ByKind<HandshakeKind, Timer> handshakes;
    private final ByKind<Phase, Timer> answered;
    private final ByKind<Phase, Timer> failed;
    private final ByKind<Phase, Timer> cancelled;
    private final ByKind<RetryOutcome, Counter> retries;
    private final Counter opened;
    private final Counter leaks;
    private final DistributionSummary uses;

    RouteMeters(Meters meters, Server server, Supplier<List<RouteSnapshot>> routes) {
        this.routes = routes;
        timesInQueue = new ByKind<>(kind -> meters.timer(PoolMeter.TIME_IN_QUEUE, server, Names.of(kind)));
        durations = new ByKind<>(kind -> meters.timer(PoolMeter.CONNECTION_DURATION, server, Names.of(kind)));
        connects = new ByKind<>(kind -> meters.timer(PoolMeter.CONNECT, server, Names.of(kind)));
        failedHandshakes = new ByKind<>(kind -> meters.timer(PoolMeter.TLS, server, Names.of(kind), "none"));
        handshakes = new ByKind<>(kind -> meters.timer(PoolMeter.TLS, server, CONNECTED, Names.of(kind)));
        answered = new ByKind<>(kind -> meters.timer(PoolMeter.REQUESTS, server, Names.of(kind), "answered"));
        failed = new ByKind<>(kind -> meters.timer(PoolMeter.REQUESTS, server, Names.of(kind), "failed"));
        cancelled = new ByKind<>(kind -> meters.timer(PoolMeter.REQUESTS, server, Names.of(kind), "cancelled"));
        retries = new ByKind<>(kind -> meters.counter(PoolMeter.RETRIES, server, Names.of(kind)));
        opened = meters.counter(PoolMeter.OPENED, server);
        leaks = meters.counter(PoolMeter.LEAKS, server);
        uses = meters.summary(PoolMeter.USES, server);
        gauges(meters, server);
    }

    private void gauges(Meters meters, Server server) {
        meters.gauge(PoolMeter.OPEN_CONNECTIONS, server, () -> sum(RouteMeters::active), "active");
        meters.gauge(PoolMeter.OPEN_CONNECTIONS, server, () -> sum(RouteSnapshot::idle), "idle");
        meters.gauge(PoolMeter.PENDING, server, () -> sum(RouteSnapshot::pending));
        meters.gauge(PoolMeter.DIALING, server, () -> sum(RouteSnapshot::dialing));
        meters.gauge(PoolMeter.IN_FLIGHT, server, () -> sum(RouteSnapshot::inFlight));
        meters.gauge(PoolMeter.IN_FLIGHT_LIMIT, server, () -> Look.limitOf(sum(RouteSnapshot::maxInFlight)), "route");
        meters.gauge(PoolMeter.LIMIT, server, () -> sum(RouteSnapshot::limit), "route");
        meters.gauge(PoolMeter.SATURATION, server, this::saturation, "route");
        meters.gauge(PoolMeter.SATURATION, server, this::saturationInFlight, "route-exchanges");
        meters.gauge(PoolMeter.LEARNED_KEEP_ALIVE, server, this::learnedKeepAlive);
    }

    // A connection that is being dialed is leased, but not open yet.
    static long active(RouteSnapshot route) {
        return Math.max(0, route.opened() - route.closed() - route.idle());
    }

    private long sum(ToLongFunction<RouteSnapshot> figure) {
        return routes.get().stream().mapToLong(figure).sum();
    }

    private double saturation() {
        return (double) sum(RouteMeters::active) / sum(RouteSnapshot::limit);
    }

    private double saturationInFlight() {
        return sum(RouteSnapshot::inFlight) / Look.limitOf(sum(RouteSnapshot::maxInFlight));
    }

    private double learnedKeepAlive() {
        return routes.get().stream()
                .map(RouteSnapshot::learnedKeepAlive)
                .flatMap(Optional::stream)
                .min(Duration::compareTo)
                .map(learned -> learned.toNanos() / 1e9)
                .orElse(Double.NaN);
    }

    void timeInQueue(LeaseOutcome outcome, Duration time) {
        timesInQueue.of(outcome).record(time);
    }

    void connect(DialOutcome outcome, Duration time) {
        connects.of(outcome).record(time);
    }

    void tls(PoolEvent.HandshakeEnded event) {
        Timer timer = event.kind().map(handshakes::of).orElseGet(() -> failedHandshakes.of(event.outcome()));
        timer.record(event.time());
    }

    void request(LeaseFacts facts) {
        ByKind<Phase, Timer> timers =
                facts.isCancelled() ? cancelled : facts.failure().isPresent() ? failed : answered;
        for (Phase phase : PHASES) {
            if (phase.isIn(facts)) {
                timers.of(phase).record(phase.of(facts));
            }
        }
    }

    void opened() {
        opened.increment();
    }

    void closed(CloseCause cause, Duration age, long requests) {
        durations.of(cause).record(age);
        uses.record((double) requests);
    }

    void retried(RetryOutcome outcome) {
        retries.of(outcome).increment();
    }

    void leaked() {
        leaks.increment();
    }
}
