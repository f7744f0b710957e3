package dev.weir.internal.deadline;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An alarm that is switched on and off repeatedly, such as for each read of a connection, until it has rung once. It stays
 * among the others meanwhile, so this costs two compare-and-sets. One of them decides between the owner and the thread that rings:
 * an alarm that was switched off never rings later, so it cannot disturb the owner's next action.
 *
 * <p>One thread at a time switches it; any may ask whether it has rung.
 */
public abstract class MovableAlarm extends Alarm {

    // No time is one of these: see on.
    private static final long OFF = Long.MIN_VALUE;
    private static final long AWAY = OFF + 1;
    private static final long RUNG = OFF + 2;

    // The time; or that it is off, among the others or away from them; or that it has rung, which is final.
    private final AtomicLong state = new AtomicLong(AWAY);

    /** Creates an alarm that is off. */
    protected MovableAlarm() {
        super(0);
    }

    /** Switches it on; returns its former state. */
    Before on(long atNanos) {
        long time = Math.max(RUNG + 1, atNanos);
        if (state.compareAndSet(OFF, time)) {
            return Before.OFF;
        }
        return state.compareAndSet(AWAY, time) ? Before.AWAY : Before.RUNG;
    }

    /**
     * Switches it off.
     *
     * @return whether it is off; if not, it has rung, or is about to
     */
    public final boolean off() {
        long time = state.get();
        return time <= AWAY || (time != RUNG && state.compareAndSet(time, OFF));
    }

    /**
     * Tells whether it has rung, or is about to.
     *
     * @return whether it can no longer be switched off
     */
    public final boolean hasRung() {
        return state.get() == RUNG;
    }

    @Override
    final boolean isOn() {
        return state.get() > RUNG;
    }

    @Override
    final long leftNanos(long nowNanos) {
        long time = state.get();
        return time > RUNG ? time - nowNanos : Long.MAX_VALUE;
    }

    @Override
    final Fate decide(long nowNanos) {
        long time = state.get();
        if (time == OFF) {
            return state.compareAndSet(OFF, AWAY) ? Fate.LEAVES : Fate.STAYS;
        }
        boolean isDue = time > RUNG && time - nowNanos <= 0;
        return isDue && state.compareAndSet(time, RUNG) ? Fate.RINGS : Fate.STAYS;
    }

    /** The state of an alarm before it was switched on. */
    enum Before {
        /** Off, but among the others. */
        OFF,
        /** Off, and not among the others. */
        AWAY,
        /** It stays off, because it has rung. */
        RUNG
    }
}
