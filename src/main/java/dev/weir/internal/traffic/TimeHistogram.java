package dev.weir.internal.traffic;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts times since the beginning. Recording allocates only the buckets, for the first time. Thread-safe. */
final class TimeHistogram {

    private final LongAdder sumNanos = new LongAdder();

    // Filled by the thread that records first: most routes never wait, and many are used once.
    private final AtomicReference<@Nullable AtomicIntegerArray> buckets = new AtomicReference<>();

    void record(long nanos) {
        AtomicIntegerArray present = buckets.get();
        // Counts may overflow: differences of two pictures stay right.
        (present == null ? first() : present).getAndIncrement(TimeBuckets.index(nanos));
        sumNanos.add(Math.max(0, nanos));
    }

    private AtomicIntegerArray first() {
        buckets.compareAndSet(null, new AtomicIntegerArray(TimeBuckets.COUNT));
        return Objects.requireNonNull(buckets.get());
    }

    Times picture() {
        AtomicIntegerArray present = buckets.get();
        if (present == null) {
            return Times.NONE;
        }
        int[] counts = new int[TimeBuckets.COUNT];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = present.get(i);
        }
        return new Times(counts, sumNanos.sum());
    }
}
