package dev.weir.internal.thread;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread whose activity takes too long. Immutable.
 *
 * @param thread its name
 * @param pool the pool of the thread, or {@link Activity#ASYNC_POOLS}; null if all pools share it
 * @param subject the subject of its work; null if not known
 * @param place its place in the code of users, or else anywhere
 * @param nanos how long, as far as seen
 * @param consequence what stands still meanwhile
 */
public record Stuck(
        String thread, @Nullable String pool, @Nullable String subject, String place, long nanos, String consequence) {

    private static final List<String> OF_THE_JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final List<String> OF_THE_POOL = List.of("org.apache.hc.", "dev.weir.internal.", "dev.weir.engine.");

    /**
     * Tells whether a pool needs the thread.
     *
     * @param name the name of the pool
     * @param isAsync whether it is an asynchronous one
     * @return whether it does
     */
    public boolean concerns(String name, boolean isAsync) {
        return pool == null || pool.equals(name) || (isAsync && pool.equals(Activity.ASYNC_POOLS));
    }

    /** Returns the place in the code of users, and where the pool called it. */
    static String placeIn(StackTraceElement... stack) {
        List<StackTraceElement> users = Arrays.stream(stack)
                .takeWhile(frame -> !isOf(OF_THE_POOL, frame))
                .filter(frame -> !isOf(OF_THE_JDK, frame))
                .toList();
        if (users.isEmpty()) {
            return stack.length == 0 ? "an unknown place" : text(stack[0]);
        }
        StackTraceElement called = users.get(users.size() - 1);
        return text(users.get(0)) + (users.size() == 1 ? "" : ", called by " + text(called));
    }

    private static boolean isOf(List<String> packages, StackTraceElement frame) {
        return packages.stream().anyMatch(frame.getClassName()::startsWith);
    }

    private static String text(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    /** Returns a description with thread, place and time. */
    @Override
    public String toString() {
        return "'" + thread + "' has been busy for " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s"
                + (subject == null ? "" : " with " + subject) + " at " + place;
    }
}
