package dev.weir.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The CPU time of processes, as Linux counts it for each thread; exact for threads that do not run at that moment. Elsewhere
 * the JVM tells of its callers, and the time that its compilers say they have worked stands in for theirs, which is longer
 * where they wait for a processor.
 */
final class ThreadTimes {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final CompilationMXBean COMPILERS = ManagementFactory.getCompilationMXBean();
    private static final boolean IS_KNOWN = Files.isReadable(Path.of("/proc/self/schedstat"));

    // Columns of the first line of /proc/stat; a tick is a hundredth of a second.
    private static final int USER = 1;
    private static final int NICE = 2;
    private static final int SYSTEM = 3;
    private static final int HARD = 6;
    private static final int SOFT = 7;
    private static final int STOLEN = 8;
    private static final double TICK_NANOS = 1e7;

    private ThreadTimes() {}

    /** Returns the CPU time of this JVM's threads by what they work for. */
    static Map<ThreadKind, Double> ofThisJvm(long[] callers) {
        return IS_KNOWN ? of(ProcessHandle.current().pid()) : byBeans(callers);
    }

    /** Returns the CPU time of another process; not a number where the system does not tell. */
    static double ofProcess(long pid) {
        if (IS_KNOWN) {
            return of(pid).values().stream().mapToDouble(Double::doubleValue).sum();
        }
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(time -> (double) time.toNanos())
                .orElse(Double.NaN);
    }

    /**
     * Returns the CPU time of all processes together, what the host has taken for others included; 0 where the system does
     * not tell.
     */
    static double ofMachine() {
        if (!IS_KNOWN) {
            return 0;
        }
        try {
            String[] ticks = Files.readAllLines(Path.of("/proc/stat")).get(0).split("\\s+", 10);
            return IntStream.of(USER, NICE, SYSTEM, HARD, SOFT, STOLEN)
                    .mapToDouble(column -> Double.parseDouble(ticks[column]) * TICK_NANOS)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<ThreadKind, Double> of(long pid) {
        Map<ThreadKind, Double> times = new EnumMap<>(ThreadKind.class);
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks) {
                add(task, times);
            }
            return times;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(Path task, Map<ThreadKind, Double> times) {
        try {
            double nanos = Double.parseDouble(
                    Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
            times.merge(ThreadKind.of(Files.readString(task.resolve("comm")).strip()), nanos, Double::sum);
        } catch (IOException e) {
            // The thread has ended meanwhile.
        }
    }

    private static Map<ThreadKind, Double> byBeans(long[] callers) {
        double ofCallers = LongStream.of(THREADS.getThreadCpuTime(callers))
                .filter(nanos -> nanos > 0)
                .sum();
        double ofCompilers = TimeUnit.MILLISECONDS.toNanos(COMPILERS.getTotalCompilationTime());
        Map<ThreadKind, Double> times = new EnumMap<>(ThreadKind.class);
        times.put(ThreadKind.CALLERS, ofCallers);
        times.put(ThreadKind.COMPILERS, ofCompilers);
        times.put(ThreadKind.REST, PROCESS.getProcessCpuTime() - ofCallers - ofCompilers);
        return times;
    }
}
