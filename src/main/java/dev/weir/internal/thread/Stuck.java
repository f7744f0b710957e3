package dev.weir.internal.thread;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread that has been at one thing for too long. Immutable.
 *
 * @param thread its name
 * @param pool whose thread it is, or {@link Activity#ASYNC_POOLS}; null if all pools share it
 * @param subject for whom it is busy; null if that is not known
 * @param place where it is: in the code of users, if it is in any
 * @param nanos for how long, as far as that was seen
 * @param consequence what does not go on meanwhile
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

    /** Returns where the code of users is, and where the pool has called it. */
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

    /** Returns who has been where for how long. */
    @Override
    public String toString() {
        return "'" + thread + "' has been busy for " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s"
                + (subject == null ? "" : " with " + subject) + " at " + place;
    }
}
