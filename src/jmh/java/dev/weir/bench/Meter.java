package dev.weir.bench;

import dev.weir.load.Latencies;

/** Adds up what the requests of one client cost, over all slices of a pair. Not thread-safe. */
final class Meter {

    private final Latencies latencies = new Latencies();
    private long requests;
    private long callerCpuNanos;
    private long allocatedBytes;
    private long cpuNanos;
    private long wallNanos;
    private long jvmAllocatedBytes;
    private long connections;

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

    void jvm(long spentBytes, long openedConnections) {
        jvmAllocatedBytes += spentBytes;
        connections += openedConnections;
    }

    Cost perRequest() {
        double count = requests;
        return new Cost(
                cpuNanos / count,
                callerCpuNanos / count,
                allocatedBytes / count,
                jvmAllocatedBytes / count,
                connections,
                wallNanos / count,
                latencies.quantileNanos(0.5),
                latencies.quantileNanos(0.99));
    }
}
