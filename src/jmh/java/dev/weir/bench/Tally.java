package dev.weir.bench;

import dev.weir.load.Latencies;

/**
 * What requests cost the threads that sent them.
 *
 * @param requests how many were answered
 * @param cpuNanos CPU time of the threads
 * @param allocatedBytes bytes that they allocated
 * @param latencies how long each request took
 */
record Tally(long requests, long cpuNanos, long allocatedBytes, Latencies latencies) {}
