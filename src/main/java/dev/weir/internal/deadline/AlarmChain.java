package dev.weir.internal.deadline;

import org.jspecify.annotations.Nullable;

/** Alarms whose time has come, linked to each other, so that none is lost for lack of memory. Not thread-safe. */
final class AlarmChain {

    private @Nullable Alarm first;
    private @Nullable Alarm last;

    /** Adds an alarm that is in no list. */
    void add(Alarm alarm) {
        Alarm before = last;
        if (before == null) {
            first = alarm;
        } else {
            before.next = alarm;
        }
        last = alarm;
    }

    /** Removes the first alarm; null if there is none. */
    @Nullable
    Alarm poll() {
        Alarm taken = first;
        if (taken != null) {
            first = taken.next;
            last = first == null ? null : last;
            taken.next = null;
        }
        return taken;
    }
}
