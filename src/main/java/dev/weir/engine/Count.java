package dev.weir.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A number that many threads change at once, whatever memory there is. */
final class Count {

    private final LongAdder adder = new LongAdder();
    // What the adder had no memory for: threads that meet there make it grow.
    private final AtomicLong rest = new AtomicLong();

    void add(long change) {
        try {
            adder.add(change);
        } catch (OutOfMemoryError e) {
            rest.addAndGet(change);
        }
    }

    // Added up while others write, a sum may miss one side of a move for a moment.
    long now() {
        return adder.sum() + rest.get();
    }
}
