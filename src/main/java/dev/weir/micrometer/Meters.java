package dev.weir.micrometer;

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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Registers the meters of one pool name, and takes all of them back at the end. Thread-safe. */
final class Meters {

    // Connections live for minutes, but Micrometer's histograms end at 30 s unless told.
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final MeterRegistry registry;
    private final String pool;
    private final boolean hasHistograms;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final List<Meter> registered = new ArrayList<>();
    private boolean isClosed;

    Meters(MeterRegistry registry, String pool, boolean hasHistograms) {
        this.registry = registry;
        this.pool = pool;
        this.hasHistograms = hasHistograms;
    }

    Timer timer(PoolMeter meter, Server server, String... values) {
        return register(() -> Timer.builder(meter.meter)
                .description(meter.description)
                .tags(tags(meter, server, values))
                .publishPercentileHistogram(hasHistograms)
                .maximumExpectedValue(LONGEST)
                .register(registry));
    }

    DistributionSummary summary(PoolMeter meter, Server server) {
        return register(() -> DistributionSummary.builder(meter.meter)
                .description(meter.description)
                .baseUnit(meter.baseUnit())
                .tags(tags(meter, server))
                .publishPercentileHistogram(hasHistograms)
                .register(registry));
    }

    Counter counter(PoolMeter meter, Server server, String... values) {
        return register(() -> Counter.builder(meter.meter)
                .description(meter.description)
                .baseUnit(meter.baseUnit())
                .tags(tags(meter, server, values))
                .register(registry));
    }

    // A supplier is held strongly by its gauge; an object would be held weakly, and the gauge turn into NaN one day.
    Gauge gauge(PoolMeter meter, Server server, Supplier<Number> value, String... values) {
        return register(() -> Gauge.builder(meter.meter, value)
                .description(meter.description)
                .baseUnit(meter.baseUnit())
                .tags(tags(meter, server, values))
                .register(registry));
    }

    private Tags tags(PoolMeter meter, Server server, String... values) {
        Tags tags = Tags.of("pool", pool, "server.address", server.address(), "server.port", server.port());
        for (int i = 0; i < values.length; i++) {
            tags = tags.and(meter.tags.get(i), values[i]);
        }
        return tags;
    }

    private <M extends Meter> M register(Supplier<M> register) {
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

    void close() {
        lock.lock();
        try {
            isClosed = true;
            registered.forEach(registry::remove);
            registered.clear();
        } finally {
            lock.unlock();
        }
    }
}
