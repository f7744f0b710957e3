package dev.weir.internal.ports;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files in which Linux lists sockets. What it cannot read counts as unknown. Immutable.
 *
 * @param root their directory
 */
record ProcFiles(Path root) {

    static final ProcFiles OF_THE_SYSTEM = new ProcFiles(Path.of("/proc"));

    private static final String IN_TIME_WAIT = "tw";
    private static final String ALLOCATED = "alloc";

    /** Returns the figures of all sockets; empty if the system does not provide them. Reads two short files. */
    Optional<SocketFigures> figures() {
        try {
            int ports = ports();
            try (Stream<String> lines = Files.lines(root.resolve("net/sockstat"))) {
                return lines.filter(line -> line.startsWith("TCP:"))
                        .findFirst()
                        .map(line -> new SocketFigures(ports, figure(line, IN_TIME_WAIT), figure(line, ALLOCATED)));
            }
        } catch (IOException | UncheckedIOException | NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty(); // another system, or one that hides it
        }
    }

    private int ports() throws IOException {
        // From such a file, the kernel fills the first read, and returns nothing to the next.
        try (BufferedReader reader = Files.newBufferedReader(root.resolve("sys/net/ipv4/ip_local_port_range"))) {
            String[] range = String.valueOf(reader.readLine()).trim().split("\\s+", -1);
            return Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
        }
    }

    private static long figure(String line, String name) {
        String[] words = line.split("\\s+", -1);
        for (int i = 1; i < words.length - 1; i++) {
            if (words[i].equals(name)) {
                return Long.parseLong(words[i + 1]);
            }
        }
        return 0;
    }

    /** Returns the peer with the most sockets. Reads a line for each socket of the machine. */
    Optional<PeerSockets> mostTaken() {
        SocketTable table = new SocketTable();
        for (String name : new String[] {"net/tcp", "net/tcp6"}) {
            try (Stream<String> lines = Files.lines(root.resolve(name))) {
                lines.skip(1).forEach(table::add);
            } catch (IOException | UncheckedIOException e) {
                // A machine may have only one of the two.
            }
        }
        return table.most();
    }
}
