package dev.weir.internal.thread;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that {@link #lock} acquires even without memory. That of JDK 17 allocates a place in its queue for a waiting
 * thread, and fails if it cannot, perhaps while a thread releases a connection or tells a caller, which would then never
 * happen.
 */
public final class PatientLock extends ReentrantLock {

    private static final long serialVersionUID = 1;

    private static final long PAUSE_NANOS = 1_000_000;

    /** Creates an unlocked one. */
    public PatientLock() {}

    @Override
    public void lock() {
        try {
            super.lock();
        } catch (OutOfMemoryError e) {
            poll();
        }
    }

    private void poll() {
        while (!tryLock()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
