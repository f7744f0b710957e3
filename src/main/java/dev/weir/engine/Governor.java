package dev.weir.engine;

import java.util.concurrent.TimeUnit;

/**
 * Decides whether a route may begin another dial, from what it has measured on that route. Pure: it is told times and reads
 * no clock. Guarded by the segment's gate.
 *
 * <p>A dial that takes longer than the wait for a connection to become free does not help its caller, and slows down the
 * server for everyone. So a caller is given a dial if
 *
 * <ul>
 *   <li>nothing is known of the route yet, or
 *   <li>more callers wait than connections are expected to become free while a dial lasts, or
 *   <li>callers have been waiting, with {@linkplain #breakNanos() short breaks}, for longer than a dial lasts or a third of
 *       a second: one dial at a time, or as many as allowed once they have been waiting for {@value #LASTING_DIALS} times as
 *       long, so each caller of a lasting load gets a connection, or
 *   <li>half of its time has passed,
 * </ul>
 *
 * and never while as many as allowed are under way: one after a dial that failed, until one succeeds.
 */
final class Governor {

    /**
     * After how many dial times a load counts as lasting: a spike is over by then, or nearly.
     */
    static final int LASTING_DIALS = 3;

    /**
     * A load that has lasted for a second counts as such however long dials take. They do while a JVM is cold, or where
     * callers leave them no processor; then an estimate of seconds would keep callers without connections for as long.
     */
    static final long MOST_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1) / LASTING_DIALS;

    /** Half-life of what slow dials added to the estimate, while there is no dial. */
    static final long HALF_LIFE_NANOS = TimeUnit.SECONDS.toNanos(5);

    // The weight of the last measurement: an average of about the last eight.
    private static final double WEIGHT = 0.125;

    // The weight of a slower dial in the fastest one: a network that became slower shows in the end.
    private static final double FASTEST_WEIGHT = 1.0 / 64;

    // Zero: not known yet.
    private volatile double dialNanos;
    private double fastestDialNanos;
    private double holdNanos;
    // The time of the last dial, or of the last reduction of the estimate.
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
     * Lets the estimate fall toward the fastest dial while there is none: a few slow ones (a lost packet, a cold TLS stack)
     * must not keep callers waiting until another dial shows that they were exceptions.
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

    /** How long a dial takes, as far as known; zero if nothing is. */
    long dialNanos() {
        return (long) dialNanos;
    }

    /**
     * How long a queue may be empty and still count as the same: as long as a dial or a hold lasts, whichever is longer.
     * With enough connections it would not have formed again so soon.
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
     * @param lastingNanos for how long the queue has not been empty, ignoring short breaks
     * @param urgent whether the caller in question must not wait: half of its time has passed, or it accepts no connection
     *     that becomes free
     */
    boolean mayDial(int most, int dialing, int leased, int queue, long lastingNanos, boolean urgent) {
        if (dialing >= (failing ? 1 : most)) {
            return false;
        }
        return urgent || queue > comingFree(leased) || dialing < owed(lastingNanos, most);
    }

    // How many connections are expected to become free while a dial lasts; none as long as nothing is known.
    private double comingFree(int leased) {
        return holdNanos == 0 ? 0 : reusableShare * leased * dialNanos / holdNanos;
    }

    private int owed(long lastingNanos, int most) {
        double patienceNanos = Math.min(dialNanos, (double) MOST_PATIENCE_NANOS);
        return lastingNanos > LASTING_DIALS * patienceNanos ? most : lastingNanos > patienceNanos ? 1 : 0;
    }
}
