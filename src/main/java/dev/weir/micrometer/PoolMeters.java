package dev.weir.micrometer;

import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The meters of the pools of one name: those of each route, and those of all routes together. Thread-safe. */
final class PoolMeters {

    static final int MOST_ROUTES = 100;

    private final Meters meters;
    private final List<Supplier<PoolSnapshot>> open = new CopyOnWriteArrayList<>();
    private final ConcurrentMap<String, RouteMeters> routes = new ConcurrentHashMap<>();
    private final ByKind<LookupOutcome, Timer> lookups;
    private final LastLook lastLook = new LastLook(this::look);

    // Made when the first route beyond the limit comes.
    private final AtomicReference<@Nullable RouteMeters> other = new AtomicReference<>();

    PoolMeters(Meters meters) {
        this.meters = meters;
        this.lookups = new ByKind<>(kind -> meters.timer(PoolMeter.DNS_LOOKUPS, Server.ALL, Names.of(kind)));
        meters.gauge(PoolMeter.LIMIT, Server.ALL, () -> lastLook.get().maxTotal(), "total");
        meters.gauge(PoolMeter.SATURATION, Server.ALL, () -> lastLook.get().saturation(), "total");
    }

    void opened(Supplier<PoolSnapshot> snapshot) {
        open.add(snapshot);
    }

    /** Returns whether that was the last one, so that nothing is left to measure. */
    boolean closed(Supplier<PoolSnapshot> snapshot) {
        open.remove(snapshot);
        if (open.isEmpty()) {
            meters.close();
        }
        return open.isEmpty();
    }

    private Look look() {
        return Look.at(open.stream().map(Supplier::get).toList());
    }

    void lookedUp(LookupOutcome outcome, Duration time) {
        lookups.of(outcome).record(time);
    }

    RouteMeters route(String target) {
        RouteMeters known = routes.get(target);
        if (known != null) {
            return known;
        }
        // Some more may slip in at the same moment; their number is bounded by that of the threads.
        return routes.size() < MOST_ROUTES ? routes.computeIfAbsent(target, this::ownMeters) : other();
    }

    private RouteMeters ownMeters(String target) {
        return new RouteMeters(meters, Server.of(target), () -> lastLook.get().route(target));
    }

    private RouteMeters other() {
        RouteMeters present = other.get();
        if (present != null) {
            return present;
        }
        RouteMeters made = new RouteMeters(meters, Server.OTHER, this::others);
        return other.compareAndSet(null, made) ? made : Objects.requireNonNull(other.get());
    }

    private List<RouteSnapshot> others() {
        return lastLook.get().except(routes.keySet());
    }
}
