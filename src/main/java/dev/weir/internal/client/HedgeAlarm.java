package dev.weir.internal.client;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;

/** Rings when a response takes so long that a hedge is worthwhile. */
final class HedgeAlarm extends Alarm {

    private final Runnable hedge;

    private HedgeAlarm(long sinceNanos, long afterNanos, Runnable hedge) {
        super(sinceNanos, afterNanos);
        this.hedge = hedge;
    }

    /** Sets an alarm; without a thread for it there is no hedge. */
    static HedgeAlarm set(long sinceNanos, long afterNanos, Runnable hedge) {
        HedgeAlarm alarm = new HedgeAlarm(sinceNanos, afterNanos, hedge);
        try {
            Alarms.shared().set(alarm);
        } catch (NoThreadException e) {
            // The call goes on without.
        }
        return alarm;
    }

    void off() {
        Alarms.shared().off(this);
    }

    @Override
    protected void ring() {
        hedge.run();
    }
}
