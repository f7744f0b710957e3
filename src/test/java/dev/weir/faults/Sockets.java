package dev.weir.faults;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The sockets of this process, as the operating system counts them. */
public final class Sockets {

    // The columns of /proc/net/tcp: number, local address, remote address, state, …, inode.
    private static final int REMOTE = 2;
    private static final int INODE = 9;

    private Sockets() {}

    public static boolean areCountable() {
        return Files.isReadable(Path.of("/proc/self/net/tcp"));
    }

    /** Returns how many are open to a port. */
    public static long open(int port) throws IOException {
        Set<String> own = inodes();
        String suffix = String.format(":%04X", port);
        long count = 0;
        for (String table : List.of("tcp", "tcp6")) {
            Path path = Path.of("/proc/self/net", table);
            if (Files.isReadable(path)) {
                count += Files.readAllLines(path).stream()
                        .map(line -> line.strip().split(" +", -1))
                        .filter(columns -> columns.length > INODE && columns[REMOTE].endsWith(suffix))
                        .filter(columns -> own.contains("socket:[" + columns[INODE] + "]"))
                        .count();
            }
        }
        return count;
    }

    private static Set<String> inodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path file : files) {
                inodes.add(target(file));
            }
        }
        return inodes;
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }
}
