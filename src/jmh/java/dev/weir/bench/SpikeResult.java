package dev.weir.bench;

/**
 * What a client made of a spike.
 *
 * @param dials connections that it began to open in the first second
 * @param answers requests that were answered in the first second
 * @param later requests that were answered in the fourth second
 * @param medianNanos median time of the requests that were sent in the first second
 * @param p99Nanos 99th percentile of these
 */
record SpikeResult(long dials, long answers, long later, double medianNanos, double p99Nanos) {}
