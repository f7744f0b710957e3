package dev.weir.internal.deadline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The alarms of all pools, and the one thread that rings them. Thread-safe.
 *
 * <p>Almost every alarm is switched off long before its time, so that setting one and switching it off must cost next to
 * nothing: it enters and leaves one of several lists. The thread sleeps until the earliest alarm that it saw; then it looks
 * again. A new alarm that is earlier wakes it. With like timeouts that happens about once per timeout, not once per call.
 * The thread starts with the first alarm and ends when there has been none for a while.
 */
public final class Alarms {

    private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);

    private static final String THREAD_NAME = "weir-deadlines";
    private static final Alarms SHARED = new Alarms();
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

    // More lists than threads that run at once, so that these seldom meet at one.
    private final AlarmList[] lists =
            lists(Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 4);
    private final ReentrantLock lock = new ReentrantLock();

    // Written by the thread (and before it starts): when it will look again. Earlier alarms must wake it.
    private volatile long nextLookNanos = System.nanoTime() + NEVER_NANOS;
    // Written under the lock.
    private volatile @Nullable Thread thread;

    Alarms() {}

    /**
     * Returns the alarms of this JVM (of this class loader, to be exact).
     *
     * @return the shared alarms
     */
    public static Alarms shared() {
        return SHARED;
    }

    private static AlarmList[] lists(int count) {
        AlarmList[] lists = new AlarmList[count];
        Arrays.setAll(lists, index -> new AlarmList());
        return lists;
    }

    /**
     * Sets an alarm, once.
     *
     * @param alarm what to do, and when
     */
    public void set(Alarm alarm) {
        int index = (int) Thread.currentThread().getId() & (lists.length - 1);
        lists[index].add(alarm);
        if (alarm.atNanos() - nextLookNanos < 0) {
            wake();
        }
    }

    /**
     * Switches an alarm off, if it is set. If its time has come already, it may ring all the same.
     *
     * @param alarm the alarm
     */
    public void off(Alarm alarm) {
        AlarmList list = alarm.list;
        if (list != null) {
            list.remove(alarm);
        }
    }

    /**
     * Tells whether the calling code runs because an alarm rang.
     *
     * @return whether this is the thread of the alarms
     */
    public boolean isRinging() {
        return Thread.currentThread() == thread;
    }

    int count() {
        return Arrays.stream(lists).mapToInt(AlarmList::count).sum();
    }

    private void wake() {
        Thread running = thread;
        if (running != null) {
            LockSupport.unpark(running);
        } else {
            start();
        }
    }

    private void start() {
        lock.lock();
        try {
            if (thread == null) {
                Thread started = new Thread(this::run, THREAD_NAME);
                started.setDaemon(true);
                started.setContextClassLoader(null); // it outlives the caller, whose class loader it must not hold
                thread = started;
                started.start();
            } else {
                // It was about to end and has stayed, but it may have looked before the alarm was set.
                LockSupport.unpark(thread);
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        long idleSinceNanos = System.nanoTime();
        while (true) {
            long nowNanos = System.nanoTime();
            // Until the look is over, every new alarm wakes the thread, so that none is overlooked.
            nextLookNanos = nowNanos + NEVER_NANOS;
            long nextNanos = ringDue(nowNanos);
            if (!isEmpty()) {
                idleSinceNanos = nowNanos;
            } else if (nowNanos - idleSinceNanos > IDLE_NANOS && ends()) {
                return;
            }
            nextLookNanos = nextNanos;
            LockSupport.parkNanos(this, nextNanos - System.nanoTime());
        }
    }

    /** Rings the alarms whose time has come, and returns when to look again. */
    private long ringDue(long nowNanos) {
        List<Alarm> due = new ArrayList<>();
        long nextNanos = nowNanos + IDLE_NANOS + 1;
        for (AlarmList list : lists) {
            nextNanos = list.takeDue(nowNanos, due, nextNanos);
        }
        due.forEach(Alarms::ring);
        return nextNanos;
    }

    private static void ring(Alarm alarm) {
        try {
            alarm.ring();
        } catch (RuntimeException | Error e) {
            LOG.warn("A deadline could not be enforced", e);
        }
    }

    private boolean isEmpty() {
        return Arrays.stream(lists).allMatch(AlarmList::isEmpty);
    }

    /** Ends the thread unless an alarm was set meanwhile: whoever sets one after this starts another thread. */
    private boolean ends() {
        lock.lock();
        try {
            thread = null;
            if (isEmpty()) {
                return true;
            }
            thread = Thread.currentThread();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
