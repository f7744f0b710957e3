package dev.weir.internal.deadline;

/** How many alarms are set in this JVM, for tests elsewhere. */
public final class AlarmsSet {

    private AlarmsSet() {}

    public static int count() {
        return Alarms.shared().count();
    }
}
