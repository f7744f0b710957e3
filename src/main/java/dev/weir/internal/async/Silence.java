package dev.weir.internal.async;

import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import org.jspecify.annotations.Nullable;

/**
 * Reports, once, that nothing arrived within the read timeout. An arrival costs one look at the clock: an alarm looks after
 * each timeout how long ago the latest was. Thread-safe.
 */
final class Silence {

    /** An exchange that must not be silent for long. */
    interface Heard {

        /** Tells whether this side keeps the server from sending, whose silence then does not count. */
        boolean isHeldBack();

        /** Notes that nothing arrived for that time. Runs on the thread of the deadlines, which it must not block. */
        void silent(long nanos);
    }

    private final long readNanos;
    private final Heard exchange;
    private final Alarms alarms;

    /** When something last arrived. */
    volatile long heardNanos;

    // Null until it listens; written by the thread that listens, then by the one that rings.
    private volatile @Nullable Look next;

    /** Whether nothing more is to be reported. */
    volatile boolean ended;

    /**
     * Creates it.
     *
     * @param readNanos the read timeout; 0 (none) never reports
     * @param exchange is told
     * @param alarms tell the time, and when to look
     */
    Silence(long readNanos, Heard exchange, Alarms alarms) {
        this.readNanos = readNanos;
        this.exchange = exchange;
        this.alarms = alarms;
    }

    void listen() throws NoThreadException {
        heard();
        if (readNanos > 0) {
            lookAfter(heardNanos);
        }
    }

    void heard() {
        heardNanos = alarms.nowNanos();
    }

    /** Reports nothing more, not even after a later {@link #listen}. A report under way may still arrive. */
    void end() {
        ended = true;
        Look look = next;
        if (look != null) {
            alarms.off(look);
        }
    }

    private void lookAfter(long sinceNanos) throws NoThreadException {
        Look look = new Look(sinceNanos);
        next = look;
        if (!ended) {
            alarms.set(look);
        }
        if (ended) {
            alarms.off(look);
        }
    }

    private final class Look extends Alarm {

        Look(long sinceNanos) {
            super(sinceNanos, readNanos);
        }

        @Override
        protected void ring() {
            if (ended) {
                return;
            }
            long nowNanos = alarms.nowNanos();
            long sinceNanos = exchange.isHeldBack() ? nowNanos : heardNanos;
            if (nowNanos - sinceNanos >= readNanos) {
                exchange.silent(readNanos);
                return;
            }
            try {
                lookAfter(sinceNanos);
            } catch (NoThreadException e) {
                throw new IllegalStateException("The thread that the alarm needs is this one", e);
            }
        }
    }
}
