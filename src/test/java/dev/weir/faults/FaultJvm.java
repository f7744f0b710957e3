package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testpool.PoolCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A JVM for one fault. */
final class FaultJvm {

    private static final long LIMIT_SECONDS = 240;

    private final Path directory;
    private final List<String> prefix;

    /** Runs JVMs as they are. */
    FaultJvm(Path directory) {
        this(directory, List.of());
    }

    /** Runs them by another command, such as one that sets limits. */
    FaultJvm(Path directory, List<String> prefix) {
        this.directory = directory;
        this.prefix = prefix;
    }

    /** Starts a program. */
    Process start(List<String> options, Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(main.getName());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
    }

    /** Waits until a program that was started has printed a line with a beginning, and returns the rest of the line. */
    String awaitLine(Process process, String beginning) throws IOException {
        long startNanos = System.nanoTime();
        while (process.isAlive() && System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
            for (String line : Files.readAllLines(output())) {
                if (line.startsWith(beginning)) {
                    return line.substring(beginning.length());
                }
            }
            LockSupport.parkNanos(10_000_000);
        }
        throw new AssertionError("no line '" + beginning + "' in " + Files.readAllLines(output()));
    }

    /** Sends a signal to a process. */
    static void signal(Process process, String name) throws Exception {
        int status = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status).isZero();
    }

    /** Stops a process, and returns when each of its threads stands still. */
    static void stop(Process process) throws Exception {
        signal(process, "STOP");
        PoolCall.awaitUntil(() -> threads(process).stream().allMatch(stat -> stat.contains(") T ")));
    }

    private static List<String> threads(Process process) {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
            List<String> stats = new ArrayList<>();
            for (Path task : tasks.toList()) {
                stats.add(Files.readString(task.resolve("stat")));
            }
            return stats;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a program to its end, and returns what it printed. */
    List<String> run(List<String> options, Class<?> main, Object... arguments) throws Exception {
        return ended(start(options, main, arguments));
    }

    /** Waits for the end of a program, and returns what it printed. */
    List<String> ended(Process process) throws Exception {
        try {
            boolean isOver = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!isOver) {
                signal(process, "QUIT"); // it prints what its threads do
                process.waitFor(2, TimeUnit.SECONDS);
            }
            List<String> printed = Files.readAllLines(output());
            assertThat(isOver).as("ended, after %s", printed).isTrue();
            assertThat(printed).contains("END");
            return printed;
        } finally {
            process.destroyForcibly();
        }
    }

    private Path output() {
        return directory.resolve("output");
    }
}
