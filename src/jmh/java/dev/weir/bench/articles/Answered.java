package dev.weir.bench.articles;

import dev.weir.bench.Latencies;

/** What callers got for their requests. Each caller has its own; not thread-safe. */
final class Answered {

    private final Latencies latencies = new Latencies();
    private long failed;

    void answer(long nanos) {
        latencies.add(nanos);
    }

    void failure() {
        failed++;
    }

    void add(Answered other) {
        latencies.add(other.latencies);
        failed += other.failed;
    }

    Latencies latencies() {
        return latencies;
    }

    long failed() {
        return failed;
    }
}
