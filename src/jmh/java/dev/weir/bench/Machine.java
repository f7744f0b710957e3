package dev.weir.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What this machine tells of itself and of its processes. */
final class Machine {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final List<Path> SOCKETS = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String TIME_WAIT = "06";

    private Machine() {}

    /** The average number of threads that want a processor; negative where the system does not tell. */
    static double load() {
        return SYSTEM.getSystemLoadAverage();
    }

    /** The CPU time of this JVM. */
    static long cpuNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    static String described(double loadBefore) {
        return String.format(
                Locale.ROOT,
                "%s, JDK %s, %d processors, %s. Load of the machine: %.1f before the run, %.1f at its end; figures of a"
                        + " machine that does other work are worth little.",
                LocalDate.now(ZoneId.systemDefault()),
                Runtime.version(),
                SYSTEM.getAvailableProcessors(),
                System.getProperty("os.name"),
                loadBefore,
                load());
    }

    /** The sockets that were closed here and wait for a minute; not a number where the system does not tell. */
    static double waiting(int port) {
        String end = String.format(Locale.ROOT, ":%04X", port);
        try {
            long count = 0;
            for (Path file : SOCKETS) {
                try (Stream<String> lines = Files.lines(file)) {
                    count += lines.map(line -> line.strip().split("\\s+", 5))
                            .filter(line -> line.length > 4 && line[3].equals(TIME_WAIT))
                            .filter(line -> line[1].endsWith(end) || line[2].endsWith(end))
                            .count();
                }
            }
            return count;
        } catch (IOException e) {
            return Double.NaN; // no such file: not Linux
        }
    }

    /** The memory of this process in bytes; not a number where the system does not tell. */
    static double residentBytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) * 1_024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
