package dev.weir.internal.keepalive;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Learns for one route how long its connections may be idle. It receives the ages at which the server closed connections, and
 * at which they still worked. Takes the time. Thread-safe: a request costs one volatile read.
 *
 * <p>The limit falls fast: as soon as several moments agree. It rises slowly: from time to time one connection may be idle
 * for longer, and if it works, all may. It is zero for some minutes after several connections in a row ended right after a
 * response.
 */
public final class KeepAliveLearner {

    /** Stands for no limit. */
    public static final long NONE = Long.MAX_VALUE;

    // Ending before this age is ending right after a response: longer than the way of a FIN, below any idle timeout.
    private static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    private static final int AT_ONCE = 3;
    // A server that is mended gets its connections back after a while.
    private static final long AT_ONCE_HOLDS_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long SHORTEST_PROBE_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final ClosedAges closes = new ClosedAges();
    // How far connections have been shown to work since a limit fell.
    private long regainedNanos = NONE;
    private long probedNanos;
    // How many connections in a row ended right after a response, each opened after the end of the one before.
    private int endedAtOnce;
    private long endedAtOnceNanos;

    // Written under the lock, read without it.
    private volatile Learned learned = new Learned(NONE, NONE, false, false);

    /** What was learned so far, and from which idle age on a response may say anything. */
    private record Learned(long limitNanos, long tellingNanos, boolean isUndecided, boolean isAtRisk) {}

    /**
     * Returns how long connections may be idle.
     *
     * @return nanoseconds; {@link #NONE} if nothing was learned
     */
    public long limitNanos() {
        return learned.limitNanos;
    }

    /**
     * Tells whether the server may close any connection right after its response: then only a request that can be replayed
     * finds out.
     *
     * @return whether it may
     */
    public boolean isReuseAtRisk() {
        return learned.isAtRisk;
    }

    /**
     * Notes that the server was found to have closed an idle connection. If it has closed several in a row right after their
     * last response, without saying so, each opened after the end of the one before, they may not be idle at all: a restart
     * ends many at one moment, which were open together.
     *
     * @param openedNanos when the connection was opened
     * @param hasRested false if it was never seen idle, so that it may have been closed right after its last response
     * @param openNanos the idle age at which it was last known to be open
     * @param closedNanos the idle age at which it was found closed
     * @param nowNanos the time
     */
    public void closed(long openedNanos, boolean hasRested, long openNanos, long closedNanos, long nowNanos) {
        change(nowNanos, () -> {
            boolean isAtOnce = !hasRested || closedNanos < AT_ONCE_NANOS;
            if (isAtOnce && (endedAtOnce == 0 || openedNanos - endedAtOnceNanos > 0)) {
                endedAtOnce = Math.min(AT_ONCE, endedAtOnce + 1);
                endedAtOnceNanos = nowNanos;
            }
            if (hasRested) {
                closes.closed(openNanos, closedNanos, nowNanos);
            } else {
                closes.closedUnrested(nowNanos);
            }
        });
    }

    /**
     * Tells whether a response, or the sight of an open connection, may say anything after an idle age.
     *
     * @param ageNanos the idle age
     * @return whether to note it
     */
    public boolean isTold(long ageNanos) {
        return ageNanos >= learned.tellingNanos;
    }

    /**
     * Notes that a request got a response after an idle age of which it {@link #isTold}.
     *
     * @param ageNanos the idle age of its connection before
     * @param greatestNanos the greatest that it may reach
     * @param nowNanos the time
     */
    public void answered(long ageNanos, long greatestNanos, long nowNanos) {
        change(nowNanos, () -> {
            endedAtOnce = 0;
            closes.outlived(ageNanos);
            worked(ageNanos, greatestNanos);
        });
    }

    /**
     * Notes that an idle connection still looks open.
     *
     * @param ageNanos its idle age
     * @param greatestNanos the greatest that it may reach
     * @param nowNanos the time
     */
    public void seenOpen(long ageNanos, long greatestNanos, long nowNanos) {
        if (!isTold(ageNanos)) {
            return;
        }
        change(nowNanos, () -> {
            endedAtOnce = learned.isAtRisk && ageNanos >= AT_ONCE_NANOS ? 0 : endedAtOnce;
            closes.seenOpen(ageNanos, isGreatest(ageNanos, greatestNanos));
            worked(ageNanos, greatestNanos);
        });
    }

    private static boolean isGreatest(long ageNanos, long greatestNanos) {
        return ageNanos >= greatestNanos - greatestNanos / 16;
    }

    private void worked(long ageNanos, long greatestNanos) {
        long limitNanos = learned.limitNanos;
        if (limitNanos == NONE || ageNanos <= limitNanos) {
            return;
        }
        if (closes.smallestNanos() > ageNanos) {
            regainedNanos = isGreatest(ageNanos, greatestNanos) ? NONE : ageNanos;
        }
    }

    /**
     * Tells whether, once in a while, a connection should stay idle for longer than learned. The caller must comply with
     * true.
     *
     * @param nowNanos the time
     * @return whether it is time
     */
    public boolean beginProbeIfDue(long nowNanos) {
        long limit = learned.limitNanos;
        if (limit == NONE) {
            return false;
        }
        lock.lock();
        try {
            // Some connections cannot be checked, so only time can raise such a limit. Each try to exceed one that
            // still holds confirms it.
            if (closes.isOld(nowNanos)) {
                change(nowNanos, closes::clear);
            }
            boolean isTime = nowNanos - probedNanos >= Math.max(SHORTEST_PROBE_PAUSE_NANOS, 20 * limit);
            if (isTime) {
                probedNanos = nowNanos;
            }
            return isTime;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns how long the trial connection may be idle.
     *
     * @return nanoseconds
     */
    public long probeNanos() {
        long limit = learned.limitNanos;
        return limit > NONE / 4 ? NONE : limit * 2 + limit / 2 + TimeUnit.MILLISECONDS.toNanos(50);
    }

    /**
     * Tells whether a moment goes on, or has passed without a conclusion.
     *
     * @return whether to call {@link #settle}
     */
    public boolean isUndecided() {
        return learned.isUndecided;
    }

    /**
     * Draws the conclusion from a moment that has passed.
     *
     * @param nowNanos the time
     * @return whether something changed
     */
    public boolean settle(long nowNanos) {
        Learned before = learned;
        if (!before.isUndecided) {
            return false;
        }
        change(nowNanos, () -> {});
        return before.limitNanos != learned.limitNanos;
    }

    private void change(long nowNanos, Runnable change) {
        lock.lock();
        try {
            change.run();
            if (endedAtOnce == AT_ONCE && nowNanos - endedAtOnceNanos > AT_ONCE_HOLDS_NANOS) {
                endedAtOnce--; // the next one decides
            }
            boolean isAtOnce = endedAtOnce == AT_ONCE;
            long agreed = closes.limitNanos(nowNanos);
            if (agreed < learned.limitNanos) {
                regainedNanos = NONE;
                probedNanos = nowNanos;
            }
            long limitNanos = isAtOnce ? 0 : Math.min(agreed, regainedNanos);
            long tellingNanos = endedAtOnce > 0 ? 0 : Math.min(limitNanos, closes.smallestNanos());
            boolean isUndecided = isAtOnce || closes.isUndecided(nowNanos);
            boolean isAtRisk = isAtOnce || (learned.isAtRisk && endedAtOnce > 0);
            learned = new Learned(limitNanos, tellingNanos, isUndecided, isAtRisk);
        } finally {
            lock.unlock();
        }
    }
}
