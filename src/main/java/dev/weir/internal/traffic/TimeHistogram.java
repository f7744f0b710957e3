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
        // Counts may overflow: differences of two pictures stay right.
        buckets().getAndIncrement(TimeBuckets.index(nanos));
        sumNanos.add(Math.max(0, nanos));
    }

    private AtomicIntegerArray buckets() {
        AtomicIntegerArray present = buckets.get();
        if (present == null) {
            AtomicIntegerArray first = new AtomicIntegerArray(TimeBuckets.COUNT);
            present = buckets.compareAndSet(null, first) ? first : Objects.requireNonNull(buckets.get());
        }
        return present;
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
