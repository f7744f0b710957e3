package dev.weir.internal.records;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a text file says, read again when the file has changed. Thread-safe. */
final class ReadFile<T> {

    private final Path path;
    private final Function<List<String>, T> parser;

    // Two threads may read the file at once; either result is right.
    private volatile @Nullable State<T> state;

    private record State<T>(FileTime modified, long size, T content) {}

    ReadFile(Path path, Function<List<String>, T> parser) {
        this.path = path;
        this.parser = parser;
    }

    /** Returns what the file says; as an empty file would if it cannot be read. */
    T content() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            State<T> known = state;
            if (known != null
                    && known.size() == attributes.size()
                    && known.modified().equals(attributes.lastModifiedTime())) {
                return known.content();
            }
            // Any byte is a character of this set, so that no comment in another one is in the way.
            T content = parser.apply(Files.readAllLines(path, StandardCharsets.ISO_8859_1));
            state = new State<>(attributes.lastModifiedTime(), attributes.size(), content);
            return content;
        } catch (IOException e) {
            return parser.apply(List.of());
        }
    }

    boolean isThere() {
        return Files.isReadable(path);
    }

    /** Returns the path, for messages. */
    @Override
    public String toString() {
        return path.toString();
    }
}
