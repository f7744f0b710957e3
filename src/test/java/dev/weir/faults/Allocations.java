package dev.weir.faults;

import java.util.concurrent.atomic.AtomicLong;

/** Where the allocations of instrumented classes pass: lets some of them fail, in the order in which they come. */
public final class Allocations {

    private static final AtomicLong COUNT = new AtomicLong();
    private static volatile long from = Long.MAX_VALUE;
    private static volatile long to = Long.MAX_VALUE;

    private Allocations() {}

    /** What may fail. */
    @FunctionalInterface
    public interface Step {
        /**
         * Does it.
         *
         * @throws Exception if it fails otherwise
         */
        void run() throws Exception;
    }

    /** Passes an allocation; called by instrumented code. */
    public static void pass() {
        long count = COUNT.getAndIncrement();
        if (count >= from && count < to) {
            throw new OutOfMemoryError("on purpose: allocation " + (count - from));
        }
    }

    /**
     * Does something while allocations fail.
     *
     * @param first how many succeed before
     * @param length how many fail then
     * @param what what is to be done
     * @return whether there was an allocation that failed
     * @throws Exception if it fails otherwise
     */
    public static boolean failing(long first, long length, Step what) throws Exception {
        long start = COUNT.get() + first;
        to = start + length;
        from = start;
        try {
            what.run();
        } finally {
            from = Long.MAX_VALUE;
        }
        return COUNT.get() > start;
    }
}
