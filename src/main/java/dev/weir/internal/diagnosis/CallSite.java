package dev.weir.internal.diagnosis;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the code of the program is in a stack, whatever libraries it has called. Stateless. */
public final class CallSite {

    /** If no stack was recorded. */
    public static final String UNKNOWN = "unknown";

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

    /**
     * Returns the innermost frame of the program's own code.
     *
     * @param stack the stack; null if none was recorded
     * @return the frame, as text; {@link #UNKNOWN} if there is none
     */
    public static String of(@Nullable Throwable stack) {
        List<StackTraceElement> frames = frames(stack);
        return frames.isEmpty() ? UNKNOWN : frames.get(0).toString();
    }

    /**
     * Returns the frames from the program's own code on.
     *
     * @param stack the stack; null if none was recorded
     * @return the frames, the innermost first
     */
    public static List<StackTraceElement> frames(@Nullable Throwable stack) {
        return stack == null
                ? List.of()
                : Arrays.stream(stack.getStackTrace())
                        .dropWhile(frame -> LIBRARIES.stream().anyMatch(frame.getClassName()::startsWith))
                        .limit(MOST_FRAMES)
                        .toList();
    }
}
