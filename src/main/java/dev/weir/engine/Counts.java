package dev.weir.engine;

import java.util.concurrent.atomic.LongAdder;

/** What is in the pool, over all routes; written by all threads, added up by who asks. */
final class Counts {

    private final LongAdder leased = new LongAdder();
    private final LongAdder idle = new LongAdder();
    private final LongAdder pending = new LongAdder();

    void leased(int change) {
        leased.add(change);
    }

    void idle(int change) {
        idle.add(change);
    }

    void pending(int change) {
        pending.add(change);
    }

    int leased() {
        return count(leased);
    }

    int idle() {
        return count(idle);
    }

    int pending() {
        return count(pending);
    }

    // Added up while others write, a sum may miss one side of a move for a moment.
    private static int count(LongAdder adder) {
        return (int) Math.max(0, adder.sum());
    }
}
