package dev.weir.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ids of the requests that a server has executed. Servers of this JVM call {@link #add}; the others append lines to the
 * file, which outlives them. Thread-safe.
 */
final class Executions {

    private final Path file;
    private final Collection<String> ids = new ConcurrentLinkedQueue<>();

    Executions(Path file) {
        this.file = file;
    }

    void add(String id) {
        ids.add(id);
    }

    Path file() {
        return file;
    }

    /** Returns how often each request was executed. */
    Map<String, Long> counted() {
        return Stream.concat(ids.stream(), lines().stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.US_ASCII) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
