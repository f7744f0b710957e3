package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The public API changes on purpose only. */
class PublicApiTest {
    private static final Path FILE = Path.of("src/test/resources/dev/weir/build/public-api.txt");
    private static final String RENEW = "api.renew";

    @Test
    void isTheCommittedOne() throws IOException {
        Set<String> current = ApiSignatures.current();
        if (Boolean.getBoolean(RENEW)) {
            Files.write(FILE, current);
        }

        Set<String> committed = new TreeSet<>(Files.readAllLines(FILE));

        assertThat(current)
                .withFailMessage(() -> "The public API is not that of " + FILE + ".\nAdded:\n"
                        + without(current, committed) + "Removed:\n" + without(committed, current)
                        + "If this is on purpose, renew the file with mvn test -Dtest=PublicApiTest -D" + RENEW
                        + "=true, and commit it.")
                .isEqualTo(committed);
    }

    private static String without(Set<String> lines, Set<String> others) {
        return lines.stream()
                .filter(line -> !others.contains(line))
                .map(line -> "  " + line + "\n")
                .collect(Collectors.joining());
    }
}
