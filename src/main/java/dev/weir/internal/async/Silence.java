package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import org.jspecify.annotations.Nullable;

/**
 * Reports, once, that nothing arrived within the read timeout. An arrival costs one look at the clock: the alarm itself
 * checks whether it rang too early. Thread-safe.
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

    private volatile boolean ended;
    private volatile @Nullable Alarm alarm;

    /**
     * Creates it.
     *
     * @param readNanos the read timeout; 0 (none) never reports
     * @param exchange is told
     * @param alarms tell the time, and when it is over
     */
    Silence(long readNanos, Heard exchange, Alarms alarms) {
        this.readNanos = readNanos;
        this.exchange = exchange;
        this.alarms = alarms;
    }

    void listen() throws NoThreadException {
        heard();
        if (readNanos > 0) {
            setAlarm(heardNanos);
        }
    }

    void heard() {
        heardNanos = alarms.nowNanos();
    }

    /** Reports nothing more, not even after a later {@link #listen}. A report under way may still arrive. */
    void end() {
        if (ended) {
            return;
        }
        ended = true;
        Alarm set = alarm;
        if (set != null) {
            alarms.off(set);
        }
    }

    private void setAlarm(long sinceNanos) throws NoThreadException {
        Look next = new Look(sinceNanos);
        alarm = next;
        alarms.set(next);
        if (ended) {
            alarms.off(next); // it ended before the alarm could be seen
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
            long sinceNanos = exchange.isHeldBack() ? alarms.nowNanos() : heardNanos;
            if (alarms.nowNanos() - sinceNanos < readNanos) {
                lookAgain(sinceNanos);
            } else {
                exchange.silent(readNanos);
            }
        }

        private void lookAgain(long sinceNanos) {
            try {
                setAlarm(sinceNanos);
            } catch (NoThreadException e) {
                exchange.silent(readNanos); // this is the thread that it would need; still, no caller waits forever
            }
        }
    }
}
