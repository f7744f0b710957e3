package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CloseCause;
import dev.weir.failure.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the tables of causes and verdicts with the code. */
class CausesTest {

    @Test
    void diagnosisExplainsEachCause() {
        Stream<String> documented = Page.of("docs/diagnosis.md").rows("Cause").stream()
                .flatMap(row -> Arrays.stream(row.get(0).split(", ")))
                .map(name -> name.replace("`", ""));

        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(CloseCause.values()).map(CloseCause::name).toList());
    }

    @Test
    void pictureOfAConnectionShowsEachCauseOnce() throws IOException {
        Stream<String> drawn = Pattern.compile("\\b[A-Z]+(?:_[A-Z]+)*(?=[,<])")
                .matcher(Files.readString(Path.of("docs/images/connection.svg")))
                .results()
                .map(MatchResult::group)
                .filter(name -> name.length() > 3);

        assertThat(drawn)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(CloseCause.values()).map(CloseCause::name).toList());
    }

    @Test
    void errorsExplainEachVerdict() {
        List<String> documented = Page.of("docs/errors.md").rows("Verdict").stream()
                .map(row -> row.get(0))
                .toList();

        assertThat(documented)
                .containsExactlyElementsOf(
                        Arrays.stream(Verdict.values()).map(Verdict::toString).toList());
    }
}
