package dev.weir.internal.traffic;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How many requests there were within the last ten seconds, from marks of a growing count: a request costs nothing, and a
 * mark is set about once a second while there are requests. Thread-safe.
 */
final class RequestWindow {

    private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    // Pairs of a time and the count at that time, oldest first; replaced as a whole.
    private final AtomicReference<long[]> marks;

    /** Begins with a first mark. */
    RequestWindow(long nowNanos, long count) {
        marks = new AtomicReference<>(new long[] {nowNanos, count});
    }

    /** Sets a mark, unless the last one is less than a second old. */
    void mark(long nowNanos, long count) {
        long[] before = Objects.requireNonNull(marks.get());
        if (nowNanos - before[before.length - 2] < STEP_NANOS) {
            return;
        }
        int from = first(before, nowNanos);
        long[] after = Arrays.copyOfRange(before, from, before.length + 2);
        after[after.length - 2] = nowNanos;
        after[after.length - 1] = count;
        marks.compareAndSet(before, after); // otherwise another thread has just set one
    }

    /** Returns how many requests there were since the oldest mark within the span. */
    long since(long nowNanos, long count) {
        long[] present = Objects.requireNonNull(marks.get());
        int from = first(present, nowNanos);
        return from == present.length ? 0 : count - present[from + 1];
    }

    private static int first(long[] marks, long nowNanos) {
        int index = 0;
        while (index < marks.length && nowNanos - marks[index] > SPAN_NANOS) {
            index += 2;
        }
        return index;
    }
}
