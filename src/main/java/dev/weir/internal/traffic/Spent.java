package dev.weir.internal.traffic;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The measurements of a route with traffic. Thread-safe. */
final class Spent {

    final LongAdder usedOnce = new LongAdder();
    final LongAdder usesOfClosed = new LongAdder();
    final LongAdder readTimeouts = new LongAdder();
    final TimeHistogram held = new TimeHistogram();
    final TimeHistogram waited = new TimeHistogram();
    final TimeHistogram dialed = new TimeHistogram();
    final AtomicInteger peak = new AtomicInteger();

    /** The measurements up to a moment. */
    record Picture(long usedOnce, long usesOfClosed, Times held, Times waited, Times dialed, long readTimeouts) {
        static final Picture NONE = new Picture(0, 0, Times.NONE, Times.NONE, Times.NONE, 0);
    }

    Picture picture() {
        return new Picture(
                usedOnce.sum(),
                usesOfClosed.sum(),
                held.picture(),
                waited.picture(),
                dialed.picture(),
                readTimeouts.sum());
    }
}
