package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether exchanges of a connection are silent for too long, with one alarm for all of them. The end of an exchange
 * leaves the alarm on, because mostly another exchange begins soon: that one costs a look at the time of the alarm. Each
 * alarm rings within a second, so a connection without exchanges is not held for longer. Thread-safe.
 */
final class SilenceWatch {

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    final Alarms alarms;
    private final Iterable<? extends Silence.Heard> exchanges;
    private final ReentrantLock lock = new ReentrantLock();
    // Written under the lock; null if no alarm is set.
    private volatile @Nullable Look planned;

    /**
     * Creates it.
     *
     * @param alarms tell the time, and when to look
     * @param exchanges those under way
     */
    SilenceWatch(Alarms alarms, Iterable<? extends Silence.Heard> exchanges) {
        this.alarms = alarms;
        this.exchanges = exchanges;
    }

    /** Makes sure that it looks in time. An exchange that calls this can be seen by then. */
    void lookAfter(long nanos, long nowNanos) throws NoThreadException {
        long whenNanos = nowNanos + Math.min(nanos, LONGEST_PAUSE_NANOS);
        if (isPlannedBy(whenNanos)) {
            return;
        }
        lock.lock();
        try {
            Look set = planned;
            if (!isPlannedBy(whenNanos)) {
                Look earlier = new Look(whenNanos);
                alarms.set(earlier);
                planned = earlier;
                if (set != null) {
                    alarms.off(set);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isPlannedBy(long whenNanos) {
        Look set = planned;
        return set != null && whenNanos - set.whenNanos >= 0;
    }

    private void passed(Look look) {
        lock.lock();
        try {
            planned = planned == look ? null : planned;
        } finally {
            lock.unlock();
        }
    }

    private final class Look extends Alarm {
        private final long whenNanos;

        Look(long whenNanos) {
            super(whenNanos);
            this.whenNanos = whenNanos;
        }

        // An exchange that begins meanwhile sets another alarm, or is seen here.
        @Override
        protected void ring() {
            passed(this);
            long nowNanos = alarms.nowNanos();
            long nanos = LONGEST_PAUSE_NANOS; // if one fails, the others are looked at again
            try {
                nanos = lookAtAll(nowNanos);
            } finally {
                lookAgain(nanos, nowNanos);
            }
        }

        private long lookAtAll(long nowNanos) {
            long nanos = Silence.NEVER;
            for (Silence.Heard exchange : exchanges) {
                nanos = Math.min(nanos, exchange.silence().look(nowNanos));
            }
            return nanos;
        }

        private void lookAgain(long nanos, long nowNanos) {
            try {
                if (nanos != Silence.NEVER) {
                    lookAfter(nanos, nowNanos);
                }
            } catch (NoThreadException e) {
                throw new IllegalStateException("The thread that the alarm needs is this one", e);
            }
        }
    }
}
