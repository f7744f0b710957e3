package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The libraries that the jar brings along, against the defects that are known of them. */
class KnownDefectsTest {

    /**
     * A defect of a library.
     *
     * @param artifact the library
     * @param fixedIn the first version without it
     * @param number its number
     */
    private record Defect(String artifact, String fixedIn, String number) {

        static Defect of(String line) {
            String[] words = line.split("\\s+", 3);
            return new Defect(words[0], words[1], words[2]);
        }

        boolean affects(String version) {
            return Arrays.compare(numbers(version), numbers(fixedIn)) < 0;
        }
    }

    private static List<Defect> defects() throws IOException {
        try (var lines = Files.lines(Path.of("src/test/resources/known-defects.txt"))) {
            return lines.filter(line -> !line.startsWith("#")).map(Defect::of).toList();
        }
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[^0-9]+", -1))
                .filter(part -> !part.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private static String versionOf(String artifact) throws IOException {
        String group = artifact.startsWith("httpclient") ? "client5" : "core5";
        String path = "/META-INF/maven/org.apache.httpcomponents." + group + "/" + artifact + "/pom.properties";
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(KnownDefectsTest.class.getResourceAsStream(path), path)) {
            properties.load(in);
        }
        return properties.getProperty("version");
    }

    @Test
    void noLibraryHasADefectThatIsKnown() throws IOException {
        for (Defect defect : defects()) {
            String version = versionOf(defect.artifact());

            assertThat(defect.affects(version))
                    .as("%s %s has %s; take %s", defect.artifact(), version, defect.number(), defect.fixedIn())
                    .isFalse();
        }
    }

    @Test
    void anOlderLibraryIsNoticed() throws IOException {
        assertThat(defects())
                .isNotEmpty()
                .allSatisfy(defect -> assertThat(defect.affects("5.4.2")).isTrue());
    }
}
