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

    private volatile long heardNanos;
    private volatile boolean ended;
    private volatile @Nullable Alarm alarm;

    /**
     * Creates it.
     *
     * @param readNanos the read timeout; 0 (none) never reports
     * @param exchange is told
     */
    Silence(long readNanos, Heard exchange) {
        this.readNanos = readNanos;
        this.exchange = exchange;
    }

    void listen() throws NoThreadException {
        heard();
        if (readNanos > 0) {
            setAlarm(heardNanos + readNanos);
        }
    }

    void heard() {
        heardNanos = System.nanoTime();
    }

    /** Returns when something last arrived. */
    long heardNanos() {
        return heardNanos;
    }

    /** Reports nothing more, not even after a later {@link #listen}. A report under way may still arrive. */
    void end() {
        if (ended) {
            return;
        }
        ended = true;
        Alarm set = alarm;
        if (set != null) {
            Alarms.shared().off(set);
        }
    }

    private void setAlarm(long atNanos) throws NoThreadException {
        Look next = new Look(atNanos);
        alarm = next;
        Alarms.shared().set(next);
        if (ended) {
            Alarms.shared().off(next); // it ended before the alarm could be seen
        }
    }

    private final class Look extends Alarm {

        Look(long atNanos) {
            super(atNanos);
        }

        @Override
        protected void ring() {
            if (ended) {
                return;
            }
            long dueNanos = (exchange.isHeldBack() ? System.nanoTime() : heardNanos) + readNanos;
            if (dueNanos - System.nanoTime() > 0) {
                lookAgain(dueNanos);
            } else {
                exchange.silent(readNanos);
            }
        }

        private void lookAgain(long dueNanos) {
            try {
                setAlarm(dueNanos);
            } catch (NoThreadException e) {
                exchange.silent(readNanos); // this is the thread that it would need; still, no caller waits forever
            }
        }
    }
}
