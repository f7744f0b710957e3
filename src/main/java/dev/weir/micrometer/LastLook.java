package dev.weir.micrometer;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks at the pools once for all gauges that are read at about the same time. Thread-safe. */
final class LastLook implements Supplier<Look> {

    // A scrape of all gauges of a pool takes about as long.
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Supplier<Look> pools;

    // Replaced as a whole by the thread that finds it too old.
    private volatile @Nullable Taken last;

    private record Taken(Look look, long atNanos) {}

    LastLook(Supplier<Look> pools) {
        this.pools = pools;
    }

    @Override
    public Look get() {
        Taken taken = last;
        if (taken == null || System.nanoTime() - taken.atNanos > FRESH_NANOS) {
            taken = new Taken(pools.get(), System.nanoTime());
            last = taken;
        }
        return taken.look;
    }
}
