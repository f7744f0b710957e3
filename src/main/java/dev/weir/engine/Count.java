package dev.weir.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A number that many threads change at once, even when memory is short. */
final class Count {

    private final LongAdder adder = new LongAdder();
    // Additions for which the adder had no memory: it grows when threads contend.
    private final AtomicLong rest = new AtomicLong();

    void add(long change) {
        try {
            adder.add(change);
        } catch (OutOfMemoryError e) {
            rest.addAndGet(change);
        }
    }

    // A sum that is taken while others write may miss one side of a move for a moment.
    long now() {
        return adder.sum() + rest.get();
    }
}
