package dev.weir.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts sockets of this machine, as Linux tells. */
public final class Sockets {

    private static final List<Path> FILES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String ESTABLISHED = "01";
    private static final String TIME_WAIT = "06";
    private static final int INODE = 9;
    private static final String OPEN = "socket:[";

    /** One line of such a file. */
    private record Socket(String local, String remote, String state, String inode) {

        static Stream<Socket> of(String line) {
            String[] columns = line.strip().split("\\s+", -1);
            return columns.length > INODE
                    ? Stream.of(new Socket(columns[1], columns[2], columns[3], columns[INODE]))
                    : Stream.empty();
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

    /** Counts the open connections of this JVM to a port; negative where that cannot be seen. */
    static long openTo(int port) {
        String end = end(port);
        Set<String> own = ownInodes();
        return count(socket ->
                socket.state.equals(ESTABLISHED) && socket.remote.endsWith(end) && own.contains(socket.inode));
    }

    private static Set<String> ownInodes() {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.map(Sockets::target)
                    .filter(target -> target.startsWith(OPEN))
                    .map(target -> target.substring(OPEN.length(), target.length() - 1))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            return Set.of(); // no such directory: not Linux
        }
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return ""; // it was closed meanwhile
        }
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
