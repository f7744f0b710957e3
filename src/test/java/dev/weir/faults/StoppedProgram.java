package dev.weir.faults;

import dev.weir.failure.TotalTimeoutException;
import java.io.IOException;
import java.time.Duration;

/** Is stopped in the middle of a call, and prints how that ended and the state of its pool. */
final class StoppedProgram {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private StoppedProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (Subject subject = Subject.of(arguments[0], Integer.parseInt(arguments[1]))) {
            subject.get("/");
            System.out.println("under way");
            System.out.println("end " + end(subject));
            Aftermath.of(subject).forEach(System.out::println);
        }
        System.out.println("END");
        System.exit(0);
    }

    private static String end(Subject subject) throws IOException {
        try {
            return String.valueOf(subject.get("/drip", LIMIT));
        } catch (TotalTimeoutException e) {
            return e.getClass().getSimpleName();
        }
    }
}
