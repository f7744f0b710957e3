package dev.weir.bench;

/** Adds up what the requests of one client cost, over all slices of a pair. Not thread-safe. */
final class Meter {

    private final Latencies latencies = new Latencies();
    private long requests;
    private long callerCpuNanos;
    private long allocatedBytes;
    private long cpuNanos;
    private long wallNanos;

    void callers(Tally tally) {
        requests += tally.requests();
        callerCpuNanos += tally.cpuNanos();
        allocatedBytes += tally.allocatedBytes();
        latencies.add(tally.latencies());
    }

    void process(long spentCpuNanos, long spentWallNanos) {
        cpuNanos += spentCpuNanos;
        wallNanos += spentWallNanos;
    }

    Cost perRequest() {
        double count = requests;
        return new Cost(
                cpuNanos / count,
                callerCpuNanos / count,
                allocatedBytes / count,
                wallNanos / count,
                latencies.quantileNanos(0.5),
                latencies.quantileNanos(0.99));
    }
}
