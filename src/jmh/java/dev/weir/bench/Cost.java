package dev.weir.bench;

/**
 * What one request cost, on the average over many.
 *
 * @param cpuNanos CPU time of the whole JVM: callers, background threads, garbage collection
 * @param callerCpuNanos CPU time of the calling threads alone
 * @param allocatedBytes bytes that the calling threads allocated
 * @param jvmAllocatedBytes bytes that all threads of the JVM allocated
 * @param connections how many connections were opened, for all requests together
 * @param wallNanos time from one response to the next, over all callers
 * @param medianNanos time that half of the requests stayed below
 * @param p99Nanos time that 99 % of the requests stayed below
 */
record Cost(
        double cpuNanos,
        double callerCpuNanos,
        double allocatedBytes,
        double jvmAllocatedBytes,
        long connections,
        double wallNanos,
        double medianNanos,
        double p99Nanos) {}
