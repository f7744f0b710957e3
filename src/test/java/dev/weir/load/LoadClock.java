package dev.weir.load;

import java.util.concurrent.locks.LockSupport;

/** The time of callers, and how they wait for a moment of it. */
interface LoadClock {

    LoadClock SYSTEM = new LoadClock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void await(long moment) {
            for (long left = moment - nanos(); left > 0; left = moment - nanos()) {
                LockSupport.parkNanos(left);
            }
        }
    };

    /** Returns the time, as {@link System#nanoTime()} counts. */
    long nanos();

    /** Returns when that moment has come; at once if it has passed. */
    void await(long moment);
}
