package dev.weir.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * What this JVM and its server have used by a moment at which its callers pause.
 *
 * @param nanos the moment
 * @param cpuNanos CPU time of this JVM
 * @param serverCpuNanos CPU time of the server's process; not a number where the system does not tell
 * @param machineCpuNanos CPU time of all processes of the machine; none where the system does not tell
 * @param bytes what the threads have allocated
 * @param switches how often the threads have left their processor; none where the system does not tell
 */
record Reading(
        long nanos,
        Map<ThreadKind, Double> cpuNanos,
        double serverCpuNanos,
        double machineCpuNanos,
        AllocatedBytes bytes,
        ThreadSwitches switches) {

    private static final Path TASKS = Path.of("/proc/self/task");

    /** Takes one before callers go on. */
    static Reading before(long[] callers, long serverPid) {
        ThreadSwitches switches = ofAllThreads();
        double server = ThreadTimes.ofProcess(serverPid);
        Map<ThreadKind, Double> cpu = ThreadTimes.ofThisJvm(callers);
        AllocatedBytes bytes = AllocatedBytes.now();
        return new Reading(System.nanoTime(), cpu, server, ThreadTimes.ofMachine(), bytes, switches);
    }

    /** Takes one when they have paused, in the other order, so that readings do not see each other. */
    static Reading after(long[] callers, long serverPid) {
        long nanos = System.nanoTime();
        double machine = ThreadTimes.ofMachine();
        AllocatedBytes bytes = AllocatedBytes.now();
        Map<ThreadKind, Double> cpu = ThreadTimes.ofThisJvm(callers);
        double server = ThreadTimes.ofProcess(serverPid);
        return new Reading(nanos, cpu, server, machine, bytes, ofAllThreads());
    }

    /** Returns what so many requests have used since an earlier reading. */
    Slice since(Reading before, long requests) {
        Map<ThreadKind, Double> spent = new EnumMap<>(ThreadKind.class);
        cpuNanos.forEach((kind, now) -> spent.put(kind, now - before.cpuNanos.getOrDefault(kind, 0.0)));
        double ofServer = serverCpuNanos - before.serverCpuNanos;
        double ours = spent.values().stream().mapToDouble(Double::doubleValue).sum();
        return new Slice(
                requests,
                nanos - before.nanos,
                ofServer,
                Math.max(0, machineCpuNanos - before.machineCpuNanos - ofServer - ours),
                bytes.since(before.bytes),
                switches.minus(before.switches),
                spent);
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
