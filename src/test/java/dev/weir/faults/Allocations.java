package dev.weir.faults;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Where the allocations of instrumented classes pass: lets some of them fail, in the order in which they come. */
public final class Allocations {

    private static final int PLACES = 8;
    private static final AtomicLong COUNT = new AtomicLong();
    private static volatile long from = Long.MAX_VALUE;
    private static volatile long to = Long.MAX_VALUE;
    private static volatile String where = "nowhere";

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
            OutOfMemoryError failure = new OutOfMemoryError("on purpose: allocation " + (count - from));
            where = (count == from ? "" : where + "\n") + place(failure);
            throw failure;
        }
    }

    private static String place(Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
                .skip(1)
                .filter(frame -> frame.getClassName().startsWith("dev.weir."))
                .limit(PLACES)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < ", Thread.currentThread().getName() + ": ", ""));
    }

    /**
     * Counts.
     *
     * @return how many there were
     */
    public static long count() {
        return COUNT.get();
    }

    /**
     * Returns where the last one failed.
     *
     * @return the thread, and the places in the library
     */
    public static String where() {
        return where;
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
            return COUNT.get() > start;
        } finally {
            from = Long.MAX_VALUE;
        }
    }
}
