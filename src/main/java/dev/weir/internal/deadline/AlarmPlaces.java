package dev.weir.internal.deadline;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of places for alarms that are set. Taking or freeing one costs one compare-and-set. Threads start their
 * search at different places, so they seldom contend. Thread-safe.
 */
final class AlarmPlaces {

    /** Adjacent taken places that a thread tries before it gives up: with half of all taken, 1 in 256 does. */
    private static final int MOST_LOOKS = 8;

    // The golden ratio, which spreads consecutive numbers far apart.
    private static final long SCATTER = 0x9E3779B97F4A7C15L;

    private final AtomicReferenceArray<@Nullable Alarm> places;
    private final int mask;

    /** Creates free places; how many must be a power of two. */
    AlarmPlaces(int count) {
        places = new AtomicReferenceArray<>(count);
        mask = count - 1;
    }

    /** Takes a place for an alarm; false if all places that it tries are taken. */
    boolean add(Alarm alarm, long seed) {
        int begin = (int) ((seed * SCATTER) >>> 32);
        for (int i = 0; i < MOST_LOOKS; i++) {
            int index = (begin + i) & mask;
            if (places.getPlain(index) == null) {
                Alarm.PLACE.lazySet(alarm, index); // the compare-and-set comes after it
                if (places.compareAndSet(index, null, alarm)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Frees the place of an alarm; returns false if it has none. */
    boolean remove(Alarm alarm) {
        return places.compareAndSet(alarm.place, alarm, null);
    }

    /** Moves the alarms whose time has come to a chain; returns the earliest of the others, or the time given. */
    long takeDue(long nowNanos, Queue<Alarm> due, long latestNanos) {
        long leastNanos = latestNanos - nowNanos;
        for (int i = 0; i <= mask; i++) {
            Alarm alarm = places.get(i);
            if (alarm != null) {
                leastNanos = Math.min(leastNanos, take(i, alarm, nowNanos, due));
            }
        }
        return nowNanos + leastNanos;
    }

    private long take(int index, Alarm alarm, long nowNanos, Queue<Alarm> due) {
        Alarm.Fate fate = alarm.decide(nowNanos);
        if (fate == Alarm.Fate.STAYS) {
            return alarm.leftNanos(nowNanos);
        }
        if (places.compareAndSet(index, alarm, null) && fate == Alarm.Fate.RINGS) {
            due.add(alarm);
        }
        return Long.MAX_VALUE;
    }

    /** Returns how many alarms are on. */
    int count() {
        int count = 0;
        for (int i = 0; i <= mask; i++) {
            Alarm alarm = places.get(i);
            count += alarm != null && alarm.isOn() ? 1 : 0;
        }
        return count;
    }
}
