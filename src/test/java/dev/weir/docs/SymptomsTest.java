package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What people search for has pages that help. That the search of the site finds them, build-tools/site/check.py tries in a
 * browser.
 */
class SymptomsTest {
    private static final Path LIST = Path.of("src/test/resources/words/symptoms.txt");

    private record Symptom(String phrase, List<String> pages) {
        static Symptom of(String line) {
            int arrow = line.indexOf(" => ");
            return new Symptom(
                    line.substring(0, arrow),
                    Arrays.asList(line.substring(arrow + 4).split(", ", -1)));
        }

        /** The words of four letters and more; shorter ones are on every page. */
        Stream<String> words() {
            return Arrays.stream(phrase.toLowerCase(Locale.ROOT).split("[^a-z0-9_]+", -1))
                    .filter(word -> word.length() > 3);
        }
    }

    private static List<Symptom> all() throws IOException {
        return Files.readAllLines(LIST).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Symptom::of)
                .toList();
    }

    @Test
    void fiftySymptomsHavePages() throws IOException {
        assertThat(all())
                .hasSizeGreaterThanOrEqualTo(50)
                .allSatisfy(symptom -> assertThat(symptom.pages())
                        .isNotEmpty()
                        .allSatisfy(page ->
                                assertThat(Path.of("docs", page + ".md")).exists()));
    }

    @Test
    void aPageSpeaksOfMostOfEachSymptom() throws IOException {
        assertThat(all())
                .allSatisfy(symptom -> assertThat(symptom.pages())
                        .as(symptom.phrase())
                        .anySatisfy(page -> {
                            String text = Page.of("docs/" + page + ".md").text().toLowerCase(Locale.ROOT);
                            assertThat(symptom.words().filter(text::contains).count())
                                    .isGreaterThanOrEqualTo(symptom.words().count() * 2 / 3);
                        }));
    }
}
