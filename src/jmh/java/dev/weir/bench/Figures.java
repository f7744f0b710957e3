package dev.weir.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What one iteration found; times in nanoseconds. A benchmark fills those that its table shows. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Figures {
    /** Requests that were answered. */
    public double answered;

    /** Requests that failed. */
    public double failed;

    /** Connections that were opened. */
    public double opened;

    /** Connections that were open at the end. */
    public double openAtEnd;

    /** Sockets in TIME_WAIT because of it; not a number where that cannot be seen. */
    public double timeWait;

    /** Wall time. */
    public double wall;

    /** CPU time of the client's JVM for each request. */
    public double cpu;

    /** Median of the times. */
    public double p50;

    /** Time that 99 % stayed below. */
    public double p99;

    /** Responses in the last second of a spike. */
    public double later;
}
