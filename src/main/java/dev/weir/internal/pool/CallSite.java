package dev.weir.internal.pool;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds in a stack where a program asked for a connection. Pure. */
final class CallSite {

    static final String UNKNOWN = "unknown";

    private static final int MOST_FRAMES = 12;

    private static final List<String> LIBRARIES = List.of(
            "dev.weir.internal.",
            "dev.weir.engine.",
            "dev.weir.micrometer.",
            "dev.weir.spring.",
            "org.apache.hc.",
            "org.springframework.",
            "io.micrometer.",
            "reactor.",
            "java.",
            "javax.",
            "jdk.",
            "sun.");

    private CallSite() {}

    /** Returns the innermost frame of the program's own code. */
    static String of(@Nullable Throwable acquired) {
        return frames(acquired).stream()
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse(UNKNOWN);
    }

    /** Returns the frames from the program's own code on. */
    static List<StackTraceElement> frames(@Nullable Throwable acquired) {
        return acquired == null
                ? List.of()
                : Arrays.stream(acquired.getStackTrace())
                        .dropWhile(CallSite::isOfALibrary)
                        .limit(MOST_FRAMES)
                        .toList();
    }

    private static boolean isOfALibrary(StackTraceElement frame) {
        return LIBRARIES.stream().anyMatch(frame.getClassName()::startsWith);
    }
}
