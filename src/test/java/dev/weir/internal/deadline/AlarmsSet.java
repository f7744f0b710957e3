package dev.weir.internal.deadline;

import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Alarms, for tests elsewhere. */
public final class AlarmsSet {

    private AlarmsSet() {}

    public static Alarms on(ThreadFactory threads) {
        return new Alarms(threads, System::nanoTime);
    }

    /** Sets an alarm for an hour. */
    public static void setOn(Alarms alarms) throws NoThreadException {
        alarms.set(new Alarm(System.nanoTime() + TimeUnit.HOURS.toNanos(1)) {
            @Override
            protected void ring() {
                throw new UnsupportedOperationException();
            }
        });
    }

    /** How many are set in this JVM. */
    public static int count() {
        return Alarms.shared().count();
    }
}
