package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * On JDK 21 to 23 a virtual thread that waits inside a monitor holds on to its carrier thread. A {@code Condition} of JDK 17
 * loses a thread if memory is short when it is woken: {@code WaitSet} does not.
 */
class NoMonitorsTest {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern MONITOR = Pattern.compile("\\bsynchronized\\b|\\.(wait|notify|notifyAll)\\(\\)");
    private static final Pattern CONDITION = Pattern.compile("\\bnewCondition\\(");

    @Test
    void monitorsAreNotUsed() throws IOException {
        assertNoneMatches(MONITOR);
    }

    @Test
    void conditionsAreNotUsed() throws IOException {
        assertNoneMatches(CONDITION);
    }

    private static void assertNoneMatches(Pattern pattern) throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();

            assertThat(sources).hasSizeGreaterThan(50).noneMatch(source -> matches(source, pattern));
        }
    }

    private static boolean matches(Path source, Pattern pattern) {
        try {
            String code = COMMENT.matcher(Files.readString(source)).replaceAll("");
            return pattern.matcher(code).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
