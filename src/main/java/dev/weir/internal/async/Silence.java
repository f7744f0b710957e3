package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells when nothing was heard for the read timeout, once. What is heard costs one look at the clock: the alarm looks itself
 * whether it came too early. Thread-safe.
 */
final class Silence {

    private final long readNanos;
    private final BooleanSupplier isOurs;
    private final Runnable onSilence;

    private volatile long heardNanos;
    private volatile boolean ended;
    private volatile @Nullable Alarm alarm;

    /**
     * Creates it.
     *
     * @param readNanos the read timeout; without one (0) it never tells
     * @param isOurs says whether this side keeps the server from sending, whose silence does not count then
     * @param onSilence what to do, on the thread of the deadlines, where it must not block
     */
    Silence(long readNanos, BooleanSupplier isOurs, Runnable onSilence) {
        this.readNanos = readNanos;
        this.isOurs = isOurs;
        this.onSilence = onSilence;
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

    /** Returns when something was heard last. */
    long heardNanos() {
        return heardNanos;
    }

    /** Tells no more, not even to a later listener. Something that is being told at this moment may still arrive. */
    void end() {
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
            long dueNanos = (isOurs.getAsBoolean() ? System.nanoTime() : heardNanos) + readNanos;
            if (dueNanos - System.nanoTime() > 0) {
                lookAgain(dueNanos);
            } else {
                onSilence.run();
            }
        }

        private void lookAgain(long dueNanos) {
            try {
                setAlarm(dueNanos);
            } catch (NoThreadException e) {
                onSilence.run(); // this is the thread that it would need; but no caller waits forever
            }
        }
    }
}
