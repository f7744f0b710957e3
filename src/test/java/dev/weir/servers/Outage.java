package dev.weir.servers;

import java.util.concurrent.atomic.AtomicInteger;

/** Tells whether the server was up for all of a request's time. Thread-safe. */
final class Outage {

    // Odd from the moment at which the server is told to end until it listens again.
    private final AtomicInteger phase = new AtomicInteger();

    void begin() {
        phase.incrementAndGet();
    }

    void end() {
        phase.incrementAndGet();
    }

    int phase() {
        return phase.get();
    }

    /** Tells whether there was none since a phase. */
    boolean wasNoneSince(int since) {
        return since % 2 == 0 && phase.get() == since;
    }
}
