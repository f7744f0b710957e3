package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
    private final AtomicReference<@Nullable Look> planned = new AtomicReference<>();

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
        long atNanos = nowNanos + Math.min(nanos, LONGEST_PAUSE_NANOS);
        Look set = planned.get();
        while (set == null || !set.isOn || atNanos - set.whenNanos < 0) {
            Look earlier = new Look(set == null || atNanos - set.whenNanos < 0 ? atNanos : set.whenNanos);
            if (planned.compareAndSet(set, earlier)) {
                replace(set, earlier);
                return;
            }
            set = planned.get();
        }
    }

    private void replace(@Nullable Look set, Look by) throws NoThreadException {
        try {
            alarms.set(by);
            by.isOn = true;
        } finally {
            if (!by.isOn) {
                planned.compareAndSet(by, null);
            }
        }
        if (set != null) {
            alarms.off(set);
        }
    }

    private final class Look extends Alarm {
        private final long whenNanos;

        // Written by the thread that sets it: others rely on it from then on, for no thread may be there to ring it.
        private volatile boolean isOn;

        Look(long whenNanos) {
            super(whenNanos);
            this.whenNanos = whenNanos;
        }

        // An exchange that begins meanwhile sets another alarm, or is seen here.
        @Override
        protected void ring() {
            planned.compareAndSet(this, null);
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
                reportAll();
            }
        }

        // The thread that the alarm would need is this one; still, no caller waits forever.
        private void reportAll() {
            for (Silence.Heard exchange : exchanges) {
                exchange.silence().report();
            }
        }
    }
}
