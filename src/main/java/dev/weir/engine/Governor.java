package dev.weir.engine;

import java.util.concurrent.TimeUnit;

/**
 * Decides whether a route may begin another dial, by what it has seen of the route. Pure: it is told times and reads no
 * clock. Guarded by the segment's gate.
 *
 * <p>A dial that takes longer than the wait for a connection to come free does not help its caller, and slows down the
 * server for everyone. So a caller is given a dial if
 *
 * <ul>
 *   <li>nothing is known of the route yet, or
 *   <li>more callers wait than connections are expected to come free while a dial lasts, or
 *   <li>callers have been waiting, with {@linkplain #breakNanos() short breaks}, for longer than a dial lasts: one dial at a
 *       time, or as many as allowed once they have been waiting for {@value #LASTING_DIALS} times as long: so that callers
 *       that stay get a connection each, or
 *   <li>it has waited for half of its time,
 * </ul>
 *
 * and never while as many as allowed are under way: one after a dial that failed, until one succeeds.
 */
final class Governor {

    /**
     * How many times as long as a dial callers wait until the load is taken to last: a spike is served by then, or nearly.
     */
    static final int LASTING_DIALS = 3;

    /** How long it takes until half of what slow dials added to the estimate is forgotten, while no dial is made. */
    static final long HALF_LIFE_NANOS = TimeUnit.SECONDS.toNanos(5);

    // How much the last measurement counts: an average of about the last eight.
    private static final double WEIGHT = 0.125;

    // How much of a slower dial counts for the fastest one: a network that has become slower is believed in the end.
    private static final double FASTEST_WEIGHT = 1.0 / 64;

    // Zero: not known yet.
    private double dialNanos;
    private double fastestDialNanos;
    private double holdNanos;
    // Of the last dial, or the last time at which the estimate was reduced.
    private long estimatedNanos;
    private double reusableShare = 1;
    private boolean failing;

    /** Notes a dial that succeeded. */
    void dialed(long nanos, long nowNanos) {
        failing = false;
        passed(nowNanos);
        dialNanos = average(dialNanos, nanos);
        fastestDialNanos = fastestDialNanos == 0 || nanos < fastestDialNanos
                ? Math.max(1, nanos)
                : fastestDialNanos + (nanos - fastestDialNanos) * FASTEST_WEIGHT;
        estimatedNanos = nowNanos;
    }

    /**
     * Lets the estimate of a dial fall towards the fastest one, as time passes without a dial: some slow ones (a lost
     * packet, a cold TLS stack) must not keep callers waiting for as long as no other dial shows that they were exceptions.
     */
    void passed(long nowNanos) {
        long sinceNanos = nowNanos - estimatedNanos;
        if (dialNanos > fastestDialNanos && sinceNanos > 0) {
            double left = Math.pow(0.5, (double) sinceNanos / HALF_LIFE_NANOS);
            dialNanos = fastestDialNanos + (dialNanos - fastestDialNanos) * left;
            estimatedNanos = nowNanos;
        }
    }

    void dialFailed() {
        failing = true;
    }

    /** Notes that a caller gave a connection back. */
    void released(long heldNanos, boolean reusable) {
        holdNanos = average(holdNanos, heldNanos);
        reusableShare += ((reusable ? 1 : 0) - reusableShare) * WEIGHT;
    }

    private static double average(double before, long nanos) {
        double value = Math.max(1, nanos);
        return before == 0 ? value : before + (value - before) * WEIGHT;
    }

    boolean isFailing() {
        return failing;
    }

    /** How long a dial takes as far as is known; zero if nothing is. */
    long dialNanos() {
        return (long) dialNanos;
    }

    /**
     * How long a queue may be empty and is still the same: less than a dial lasts or less than a connection is held, by the
     * longer of the two. With enough connections it would not have come again so soon.
     */
    long breakNanos() {
        return (long) Math.max(dialNanos, holdNanos);
    }

    /**
     * Decides about one more dial.
     *
     * @param most how many dials may be under way at once
     * @param dialing how many are
     * @param leased connections in the hands of callers
     * @param queue callers with neither connection nor dial, the one in question included
     * @param lastingNanos for how long the queue has not been empty, but for short breaks
     * @param urgent whether the caller in question must not wait: for half of its time it has, or it accepts no connection
     *     that comes free
     */
    boolean mayDial(int most, int dialing, int leased, int queue, long lastingNanos, boolean urgent) {
        if (dialing >= (failing ? 1 : most)) {
            return false;
        }
        return urgent || queue > comingFree(leased) || dialing < owed(lastingNanos, most);
    }

    // How many connections are expected to come free while a dial lasts; none as long as nothing is known.
    private double comingFree(int leased) {
        return holdNanos == 0 ? 0 : reusableShare * leased * dialNanos / holdNanos;
    }

    private int owed(long lastingNanos, int most) {
        if (lastingNanos > LASTING_DIALS * dialNanos) {
            return most;
        }
        return lastingNanos > dialNanos ? 1 : 0;
    }
}
