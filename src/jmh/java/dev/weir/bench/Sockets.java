package dev.weir.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Counts sockets of this machine, as Linux tells. */
public final class Sockets {

    private static final List<Path> FILES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String ESTABLISHED = "01";
    private static final String TIME_WAIT = "06";

    /** One line of such a file. */
    private record Socket(String local, String remote, String state) {

        static Stream<Socket> of(String line) {
            String[] columns = line.strip().split("\\s+", -1);
            return columns.length > 3 ? Stream.of(new Socket(columns[1], columns[2], columns[3])) : Stream.empty();
        }
    }

    private Sockets() {}

    /**
     * Counts the sockets that were closed here and wait.
     *
     * @param port the port of one of their ends
     * @return how many there are; negative where that cannot be seen
     */
    public static long waiting(int port) {
        String end = end(port);
        return count(socket ->
                socket.state.equals(TIME_WAIT) && (socket.local.endsWith(end) || socket.remote.endsWith(end)));
    }

    /** Counts the open connections to a port; negative where that cannot be seen. */
    static long openTo(int port) {
        String end = end(port);
        return count(socket -> socket.state.equals(ESTABLISHED) && socket.remote.endsWith(end));
    }

    private static String end(int port) {
        return String.format(Locale.ROOT, ":%04X", port);
    }

    private static long count(Predicate<Socket> condition) {
        try {
            long count = 0;
            for (Path file : FILES) {
                try (Stream<String> lines = Files.lines(file)) {
                    count += lines.flatMap(Socket::of).filter(condition).count();
                }
            }
            return count;
        } catch (IOException e) {
            return -1; // no such file: not Linux
        }
    }
}
