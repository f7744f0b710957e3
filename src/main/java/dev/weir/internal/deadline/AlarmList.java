package dev.weir.internal.deadline;

import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Any number of alarms that are set. The alarms themselves hold the links, so switching one off takes no search.
 */
final class AlarmList {

    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock; read without it where only null or not matters.
    private volatile @Nullable Alarm first;

    void add(Alarm alarm) {
        lock.lock();
        try {
            Alarm second = first;
            alarm.list = this;
            alarm.next = second;
            if (second != null) {
                second.previous = alarm;
            }
            first = alarm;
        } finally {
            lock.unlock();
        }
    }

    /** Removes an alarm; does nothing the second time. */
    void remove(Alarm alarm) {
        lock.lock();
        try {
            if (alarm.list == this) {
                alarm.list = null;
                unlink(alarm);
            }
        } finally {
            lock.unlock();
        }
    }

    private void unlink(Alarm alarm) {
        Alarm before = alarm.previous;
        Alarm after = alarm.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
        alarm.previous = null;
        alarm.next = null;
    }

    int count() {
        lock.lock();
        try {
            int count = 0;
            for (Alarm alarm = first; alarm != null; alarm = alarm.next) {
                count += alarm.isOn() ? 1 : 0;
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        return first == null || count() == 0;
    }

    /** Moves the alarms whose time has come to a chain; returns the earliest of the others, or the time given. */
    long takeDue(long nowNanos, Queue<Alarm> due, long latestNanos) {
        lock.lock();
        try {
            long earliestNanos = latestNanos;
            Alarm alarm = first;
            while (alarm != null) {
                Alarm after = alarm.next;
                Alarm.Fate fate = alarm.decide(nowNanos);
                if (fate == Alarm.Fate.STAYS) {
                    earliestNanos = nowNanos + Math.min(alarm.leftNanos(nowNanos), earliestNanos - nowNanos);
                } else {
                    remove(alarm);
                }
                if (fate == Alarm.Fate.RINGS) {
                    due.add(alarm);
                }
                alarm = after;
            }
            return earliestNanos;
        } finally {
            lock.unlock();
        }
    }
}
