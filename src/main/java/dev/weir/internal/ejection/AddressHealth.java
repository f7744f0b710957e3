package dev.weir.internal.ejection;

import dev.weir.engine.Weighted;
import dev.weir.event.EjectionReason;
import java.net.InetSocketAddress;

/**
 * One address of a host, and the results of its exchanges. It is <i>in</i>, or <i>out</i>: ejected, until its time is over
 * and a request to it has succeeded. Guarded by the lock of its {@link Outliers}, unless stated otherwise.
 */
public final class AddressHealth implements Weighted {

    private final InetSocketAddress address;

    // Failures since the last success.
    private int failures;
    // The last failure.
    private EjectionReason reason = EjectionReason.CONNECT;
    // Whether an exchange has succeeded since another address began to fail.
    private boolean hasWorked;
    // The latest ejection, replaced as a whole.
    private Out latest = new Out(EjectionReason.CONNECT, 0, 0);
    private long returnedNanos;
    private long probeEndNanos;

    // Written under the lock, read without it: whether one more success would change nothing.
    private volatile boolean isFine;
    // Both written under the lock, read without it.
    private volatile int ejections;
    private volatile boolean isOut;
    // Written by the thread that knows a newer answer, under no lock.
    private volatile int weight = 1;

    private record Out(EjectionReason why, long sinceNanos, long nanos) {}

    AddressHealth(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * Returns the address.
     *
     * @return whose health it is
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Notes its share among the addresses of its host.
     *
     * @param weight what was answered last
     */
    public void weighs(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    /**
     * Tells whether a success would change nothing. Costs one read of a field.
     *
     * @return whether nothing has failed since the last one
     */
    public boolean isFine() {
        return isFine;
    }

    /**
     * Returns how often it was ejected.
     *
     * @return times so far
     */
    public int ejections() {
        return ejections;
    }

    /** Counts a failure; returns how many there were in a row. */
    int fail(EjectionReason why) {
        reason = why;
        isFine = false;
        failures = Math.min(failures + 1, Integer.MAX_VALUE - 1);
        return failures;
    }

    /** Counts a success; returns whether that brings it back. */
    boolean succeed(long nowNanos) {
        boolean wasOut = isOut;
        if (wasOut) {
            isOut = false;
            returnedNanos = nowNanos;
        }
        failures = 0;
        hasWorked = true;
        isFine = true;
        return wasOut;
    }

    /** Makes its next success count: another address begins to fail. */
    void askAgain() {
        hasWorked = false;
        isFine = false;
    }

    boolean hasWorked() {
        return hasWorked;
    }

    /** Ejects it; for longer if it has not worked for as long as it was out the last time. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    void eject(EjectionTerms terms, long nowNanos) {
        boolean isRelapse = isOut || (ejections > 0 && nowNanos - returnedNanos < latest.nanos);
        long outNanos = isRelapse ? terms.longerThan(latest.nanos) : terms.timeNanos();
        latest = new Out(reason, nowNanos, outNanos);
        probeEndNanos = nowNanos + outNanos;
        failures = 0;
        hasWorked = false;
        isFine = false;
        isOut = true;
        ejections++;
    }

    /** Ends the ejection without a success: nothing is ejected any more. */
    void readmit() {
        isOut = false;
    }

    /**
     * Tells whether it is ejected.
     *
     * @return whether it was ejected and no request has succeeded since
     */
    public boolean isOut() {
        return isOut;
    }

    /** Tells whether it takes no request: its time is not over, or a probe of it is under way. */
    boolean isBlocked(long nowNanos) {
        return isOut && nowNanos - probeEndNanos < 0;
    }

    /** Tells whether its time is over, and no request has succeeded since. */
    boolean isDue(long nowNanos) {
        return isOut && nowNanos - latest.sinceNanos >= latest.nanos;
    }

    /** Blocks other connections during a probe, for at most the time of the ejection: a probe may get lost. */
    void probe(long nowNanos) {
        probeEndNanos = nowNanos + latest.nanos;
    }

    /** Returns for how long it stays out; zero if its time is over. */
    long leftNanos(long nowNanos) {
        return Math.max(0, latest.nanos - (nowNanos - latest.sinceNanos));
    }

    /** Returns the whole time of the latest ejection. */
    long outNanos() {
        return latest.nanos;
    }

    /** Returns its last failure before that. */
    EjectionReason ejectedFor() {
        return latest.why;
    }

    /** Returns when it was last ejected. */
    long ejectedNanos() {
        return latest.sinceNanos;
    }
}
