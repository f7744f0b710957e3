package dev.weir.internal.deadline;

import dev.weir.internal.thread.DaemonThread;
import dev.weir.internal.thread.NoThreadException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The alarms of all pools, and the one thread that rings them. Thread-safe.
 *
 * <p>Almost every alarm is switched off long before its time, so they are in no order. The thread sleeps until the earliest
 * alarm that it saw; then it looks at all of them again. An earlier new alarm wakes it. With equal timeouts that happens
 * about once per timeout, not once per call. The thread starts with the first alarm and ends when there has been none for a
 * while; whatever is thrown on it, it goes on.
 */
public final class Alarms {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    private static final String THREAD_NAME = "weir-deadlines";
    private static final Alarms SHARED = new Alarms(task -> DaemonThread.of(task, THREAD_NAME), System::nanoTime);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long NEVER_NANOS = Long.MAX_VALUE / 2;
    // A failure that lasts does not use a whole core.
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Map<Alarm, Boolean> alarms = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    private final LongSupplier nanoClock;
    private final ThreadFactory factory;
    // Written under the lock, and by the thread itself at its end; null while there is none.
    private volatile @Nullable Thread thread;

    // For the thread alone.
    private final Queue<Alarm> due = new ArrayDeque<>();

    // The time of the next look, written by the thread. Earlier alarms must wake it.
    private volatile long nextLookNanos;
    // Whether an alarm was set that the thread may already have passed. Waking the thread is not enough: an action that
    // it runs may wait for a lock, which consumes the permit before the thread parks.
    private volatile boolean earlierSet;
    // Written by the thread, and before it starts.
    private volatile long idleSinceNanos;

    Alarms(ThreadFactory factory, LongSupplier nanoClock) {
        this.factory = factory;
        this.nanoClock = nanoClock;
        nextLookNanos = nanoClock.getAsLong() + NEVER_NANOS;
    }

    /**
     * Returns the alarms of this JVM (of this class loader, to be exact).
     *
     * @return the shared alarms
     */
    public static Alarms shared() {
        return SHARED;
    }

    /**
     * Returns the time by which they ring.
     *
     * @return nanoseconds of {@link System#nanoTime()}
     */
    public long nowNanos() {
        return nanoClock.getAsLong();
    }

    /**
     * Sets an alarm, once.
     *
     * @param alarm what to do, and when
     * @throws NoThreadException if no thread could be started to ring it; it is off then
     */
    public void set(Alarm alarm) throws NoThreadException {
        alarms.put(alarm, true);
        if (alarm.atNanos - nextLookNanos >= 0 && thread != null) {
            return;
        }
        earlierSet = true;
        try {
            if (!isAwake()) {
                start();
            }
        } catch (NoThreadException e) { // no caller may rely on an alarm that does not ring
            off(alarm);
            throw e;
        }
    }

    private boolean isAwake() {
        Thread running = thread;
        boolean isThere = running != null && running.isAlive();
        if (isThere) {
            LockSupport.unpark(running);
        }
        return isThere;
    }

    /**
     * Switches an alarm off, if it is set. If its time has come, it may still ring.
     *
     * @param alarm the alarm
     */
    public void off(Alarm alarm) {
        alarms.remove(alarm);
    }

    int count() {
        return alarms.size();
    }

    private void start() throws NoThreadException {
        lock.lock();
        try {
            // If the thread was about to end and stayed, this wakes it: it may have looked before the alarm was set.
            if (!isAwake()) {
                idleSinceNanos = nowNanos();
                Thread next = factory.newThread(this::run);
                thread = next;
                next.start();
            }
        } catch (RuntimeException | Error e) {
            thread = null; // otherwise others would wait forever for a thread that never ran
            throw new NoThreadException(THREAD_NAME, e);
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = lookAnyway();
            }
        } finally {
            if (Thread.currentThread() == thread) {
                thread = null;
            }
        }
    }

    private boolean lookAnyway() {
        try {
            return look();
        } catch (Throwable e) { // the log failed, or the clock
            LockSupport.parkNanos(PAUSE_NANOS);
            return true;
        }
    }

    private boolean look() {
        long nowNanos = nowNanos();
        // Until the look is over, every new alarm wakes the thread, so that none is overlooked.
        nextLookNanos = nowNanos + NEVER_NANOS;
        earlierSet = false;
        long nextNanos = ring(nowNanos);
        if (!alarms.isEmpty()) {
            idleSinceNanos = nowNanos;
        } else if (nowNanos - idleSinceNanos > IDLE_NANOS && ends()) {
            return false;
        }
        nextLookNanos = nextNanos;
        if (!earlierSet) {
            LockSupport.parkNanos(this, nextNanos - nowNanos());
        }
        return true;
    }

    /** Rings the alarms whose time has come, and returns when to look again. For the thread alone. */
    long ring(long nowNanos) {
        long nextNanos = takeDue(nowNanos);
        for (Alarm alarm = due.poll(); alarm != null; alarm = due.poll()) {
            ring(alarm);
        }
        return nextNanos;
    }

    @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // a concurrent map allows it
    private long takeDue(long nowNanos) {
        long nextNanos = nowNanos + IDLE_NANOS + 1;
        for (Alarm alarm : alarms.keySet()) {
            long leftNanos = alarm.atNanos - nowNanos;
            if (leftNanos > 0) {
                nextNanos = nowNanos + Math.min(leftNanos, nextNanos - nowNanos);
            } else if (alarms.remove(alarm) != null) {
                due.add(alarm);
            }
        }
        return nextNanos;
    }

    private void ring(Alarm alarm) {
        try {
            alarm.ring();
        } catch (RuntimeException | Error e) {
            LOG.warn("A deadline could not be enforced", e);
        }
    }

    /** Ends the thread unless an alarm was set meanwhile: a caller that sets one after this starts another thread. */
    private boolean ends() {
        lock.lock();
        try {
            thread = null;
            if (alarms.isEmpty()) {
                return true;
            }
            thread = Thread.currentThread();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
