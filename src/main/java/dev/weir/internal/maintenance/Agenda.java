package dev.weir.internal.maintenance;

import dev.weir.internal.log.Log;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of the maintenance and their times. Takes the time; not thread-safe. It drops tasks that are otherwise
 * unreachable, so that a pool that was never closed can be garbage collected.
 */
final class Agenda {

    /** The time after which a failed task runs again. */
    static final long RETRY_NANOS = 1_000_000_000L;

    // Tasks whose pauses are at least this long are due at multiples of it, so that one waking of the thread serves the
    // tasks of all pools. A waking costs more than most visits: 0.1 ms of CPU time on a virtual processor that was
    // idle.
    private static final long LONG_STEP_NANOS = 100_000_000L;
    private static final long SHORT_STEP_NANOS = 20_000_000L;

    private static final Log LOG = Log.of("pool");

    private static final class Item {
        final WeakReference<Maintained> task;
        long dueNanos;
        boolean failing;
        // Requested since its visit began.
        boolean hurried;

        Item(Maintained task, long dueNanos) {
            this.task = new WeakReference<>(task);
            this.dueNanos = dueNanos;
        }
    }

    private final List<Item> items = new ArrayList<>();

    void add(Maintained task, long nowNanos) {
        items.add(new Item(task, nowNanos));
    }

    void remove(Maintained task) {
        items.removeIf(item -> item.task.get() == task || item.task.get() == null);
    }

    /** Tells whether a test picks any task. */
    boolean has(Predicate<? super Maintained> which) {
        return items.stream()
                .map(item -> item.task.get())
                .filter(Objects::nonNull)
                .anyMatch(which);
    }

    boolean isEmpty() {
        items.removeIf(item -> item.task.get() == null);
        return items.isEmpty();
    }

    /** Returns the tasks that are due; they are not due again before {@link #done}. */
    List<Maintained> due(long nowNanos) {
        List<Maintained> due = new ArrayList<>();
        for (Item item : items) {
            Maintained task = item.task.get();
            if (task != null && item.dueNanos - nowNanos <= 0) {
                item.hurried = false;
                due.add(task);
            }
        }
        return due;
    }

    /** Notes when a task is due again. */
    void done(Maintained task, long delayNanos, long nowNanos) {
        Item item = item(task);
        if (item != null) {
            item.failing = false;
            item.dueNanos = item.hurried ? nowNanos : sharedNanos(nowNanos, delayNanos);
        }
    }

    // Never later than asked for: a pause is part of what a pool promises.
    private static long sharedNanos(long nowNanos, long delayNanos) {
        long dueNanos = nowNanos + delayNanos;
        if (delayNanos < SHORT_STEP_NANOS) {
            return dueNanos;
        }
        return dueNanos - Math.floorMod(dueNanos, delayNanos < LONG_STEP_NANOS ? SHORT_STEP_NANOS : LONG_STEP_NANOS);
    }

    /** Makes a task due, and once more if it is being visited. */
    void hurry(Maintained task, long nowNanos) {
        Item item = item(task);
        if (item != null) {
            item.hurried = true;
            item.dueNanos = nowNanos;
        }
    }

    /** Notes that a task failed: reported once, tried again soon. */
    void failed(Maintained task, Throwable failure, long nowNanos) {
        Item item = item(task);
        if (item == null) {
            return;
        }
        boolean isFirst = !item.failing;
        item.failing = true;
        item.dueNanos = nowNanos + RETRY_NANOS; // before the log, which may fail, too
        if (isFirst) {
            LOG.warn("Maintenance of {} failed; it goes on and will be tried again", task, failure);
        }
    }

    private @Nullable Item item(Maintained task) {
        for (Item item : items) {
            if (item.task.get() == task) {
                return item;
            }
        }
        return null;
    }

    /** Returns the time until the next is due. */
    long delayNanos(long nowNanos) {
        long leastNanos = items.isEmpty() ? RETRY_NANOS : Long.MAX_VALUE;
        for (Item item : items) {
            leastNanos = Math.min(leastNanos, item.dueNanos - nowNanos);
        }
        return leastNanos;
    }
}
