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

/** On JDK 21 to 23 a virtual thread that waits inside a monitor holds on to its carrier thread. */
class NoMonitorsTest {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern MONITOR = Pattern.compile("\\bsynchronized\\b|\\.(wait|notify|notifyAll)\\(\\)");

    @Test
    void areUsed() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();

            assertThat(sources).hasSizeGreaterThan(50).noneMatch(NoMonitorsTest::usesAMonitor);
        }
    }

    private static boolean usesAMonitor(Path source) {
        try {
            String code = COMMENT.matcher(Files.readString(source)).replaceAll("");
            return MONITOR.matcher(code).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
