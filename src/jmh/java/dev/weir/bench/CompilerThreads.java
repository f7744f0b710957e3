package dev.weir.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The threads of this JVM's JIT compilers, which no bean tells of. Linux counts their CPU time; elsewhere the time that the compilers
 * say they have worked stands in for it, which is longer where they wait for a processor. All of them have to be there from the
 * start ({@code -XX:-UseDynamicNumberOfCompilerThreads}).
 */
final class CompilerThreads {

    private static final CompilationMXBean COMPILERS = ManagementFactory.getCompilationMXBean();
    private static final Path TASKS = Path.of("/proc/self/task");

    private final List<Path> times;

    private CompilerThreads(List<Path> times) {
        this.times = times;
    }

    static CompilerThreads find() throws IOException {
        if (!Files.isReadable(Path.of("/proc/self/schedstat"))) {
            return new CompilerThreads(List.of());
        }
        try (Stream<Path> tasks = Files.list(TASKS)) {
            return new CompilerThreads(tasks.filter(CompilerThreads::isCompiler)
                    .map(task -> task.resolve("schedstat"))
                    .toList());
        }
    }

    private static boolean isCompiler(Path task) {
        try {
            return Files.readString(task.resolve("comm")).matches("(?s)C[12] Compiler.*");
        } catch (IOException e) {
            return false; // the thread has ended meanwhile
        }
    }

    /** Returns the CPU time that they have used. */
    long cpuNanos() {
        return times.isEmpty()
                ? TimeUnit.MILLISECONDS.toNanos(COMPILERS.getTotalCompilationTime())
                : times.stream().mapToLong(CompilerThreads::cpuNanos).sum();
    }

    private static long cpuNanos(Path times) {
        try {
            return Long.parseLong(Files.readString(times).split(" ", 2)[0]);
        } catch (IOException e) {
            throw new UncheckedIOException("A compiler's thread has ended", e);
        }
    }
}
