package dev.weir.internal.keepalive;

import java.util.concurrent.TimeUnit;

/** A moment at which a server ended one or several idle connections. Not thread-safe. */
final class ClosedMoment {

    /** The precision of ages, because the pool does not look more often. */
    static final long RESOLUTION_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final long endNanos;
    private long smallestNanos;
    private long greatestNanos;
    private long ageNanos;
    private int outlived;
    private boolean mixed;

    /** A moment lasts as long as the connection was idle: closes within that time have one reason. */
    ClosedMoment(long openNanos, long closedNanos, long nowNanos) {
        this.endNanos = nowNanos + Math.max(SHORTEST_NANOS, closedNanos);
        this.smallestNanos = closedNanos;
        this.greatestNanos = closedNanos;
        this.ageNanos = age(openNanos, closedNanos);
    }

    // After a long time without a look, it was probably not closed right at the beginning.
    private static long age(long openNanos, long closedNanos) {
        return Math.max(openNanos, closedNanos - closedNanos / 4);
    }

    void add(long openNanos, long closedNanos) {
        smallestNanos = Math.min(smallestNanos, closedNanos);
        greatestNanos = Math.max(greatestNanos, closedNanos);
        ageNanos = Math.min(ageNanos, age(openNanos, closedNanos));
    }

    long endNanos() {
        return endNanos;
    }

    /** Returns an age at which the connection was still open, as far as known. */
    long ageNanos() {
        return ageNanos;
    }

    boolean includes(long timeNanos) {
        return timeNanos - endNanos <= 0;
    }

    /** Notes that it also ended a connection that had not been idle. */
    void mix() {
        mixed = true;
    }

    boolean isRestart() {
        return mixed || !agree(smallestNanos, greatestNanos);
    }

    static boolean agree(long smaller, long greater) {
        return greater - smaller <= smaller / 4 + RESOLUTION_NANOS;
    }

    boolean isFarBelow(long otherAgeNanos) {
        return !agree(ageNanos, Math.max(ageNanos, otherAgeNanos));
    }

    boolean noteOutlived(long otherAgeNanos, int often) {
        if (otherAgeNanos >= ageNanos) {
            outlived++;
        }
        return outlived >= often || isFarBelow(otherAgeNanos);
    }
}
