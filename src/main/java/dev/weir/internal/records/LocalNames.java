package dev.weir.internal.records;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names that the machine knows without a name server. Thread-safe. */
final class LocalNames {

    private final ReadFile<Set<String>> hosts;

    /** Reads a file in the form of {@code /etc/hosts}. */
    LocalNames(Path file) {
        this.hosts = new ReadFile<>(file, LocalNames::parse);
    }

    static LocalNames ofMachine() {
        String windows = System.getenv("SystemRoot");
        return new LocalNames(
                windows == null ? Path.of("/etc/hosts") : Path.of(windows, "System32", "drivers", "etc", "hosts"));
    }

    private static Set<String> parse(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceFirst("#.*", "").strip().split("\\s+", -1))
                .flatMap(words -> Stream.of(words).skip(1))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Tells whether the machine itself knows a name: no name server may be asked for localhost (RFC 6761, section 6.3). */
    boolean have(String host) {
        String name = (host.endsWith(".") ? host.substring(0, host.length() - 1) : host).toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.endsWith(".localhost")
                || hosts.content().contains(name);
    }
}
