package dev.weir.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * What this JVM and its server have used by a moment.
 *
 * @param nanos the moment
 * @param cpuNanos CPU time of this process: all its threads, the JVM's own included
 * @param callerCpuNanos CPU time of the callers among them
 * @param compilerCpuNanos CPU time of the JIT compilers among them
 * @param serverCpuNanos CPU time of the server's process; not a number where the system does not tell
 * @param bytes what the threads have allocated
 * @param switches how often the threads have left their processor; none where the system does not tell
 */
record Reading(
        long nanos,
        long cpuNanos,
        long callerCpuNanos,
        long compilerCpuNanos,
        double serverCpuNanos,
        AllocatedBytes bytes,
        ThreadSwitches switches) {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Path TASKS = Path.of("/proc/self/task");

    /** Takes one. */
    static Reading now(long[] callers, CompilerThreads compilers, long serverPid) {
        ThreadSwitches switches = ofAllThreads();
        AllocatedBytes bytes = AllocatedBytes.now();
        return new Reading(
                System.nanoTime(),
                processCpuNanos(),
                cpu(callers),
                compilers.cpuNanos(),
                cpu(serverPid),
                bytes,
                switches);
    }

    /** Returns the CPU time of this process. */
    static long processCpuNanos() {
        return PROCESS.getProcessCpuTime();
    }

    private static long cpu(long[] callers) {
        return LongStream.of(THREADS.getThreadCpuTime(callers)).sum();
    }

    private static double cpu(long serverPid) {
        return ProcessHandle.of(serverPid)
                .flatMap(server -> server.info().totalCpuDuration())
                .map(Duration::toNanos)
                .map(Long::doubleValue)
                .orElse(Double.NaN);
    }

    private static ThreadSwitches ofAllThreads() {
        if (!Files.isDirectory(TASKS)) {
            return ThreadSwitches.none();
        }
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            ThreadSwitches all = ThreadSwitches.none();
            for (Path task : tasks) {
                all = all.plus(of(task));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ThreadSwitches of(Path task) {
        try {
            return ThreadSwitches.parse(Files.readAllLines(task.resolve("status")));
        } catch (IOException e) {
            return ThreadSwitches.none(); // the thread has ended meanwhile
        }
    }
}
