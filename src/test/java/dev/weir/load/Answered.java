package dev.weir.load;

/** What callers got for their requests. Each caller has its own; not thread-safe. */
public final class Answered {

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

    /** The times of the requests that were answered. */
    public Latencies latencies() {
        return latencies;
    }

    /** How many were not. */
    public long failed() {
        return failed;
    }
}
