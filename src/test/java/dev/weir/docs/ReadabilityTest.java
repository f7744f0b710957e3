package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReadabilityTest {
    private static final double HIGHEST_GRADE = 10;

    @Test
    void everyPageCanBeReadInTheTenthGrade() throws IOException {
        assertThat(Page.all())
                .allSatisfy(page -> assertThat(Readability.grade(page.text()))
                        .as(page.path().toString())
                        .isLessThan(HIGHEST_GRADE));
    }

    @Test
    void countsWordsSentencesAndSyllables() {
        String text = "The cat sat on the mat. It was a happy animal.";

        assertThat(Readability.grade(text)).isCloseTo(0.39 * 11 / 2 + 11.8 * 14 / 11 - 15.59, within(0.01));
    }

    @Test
    void countsSyllables() {
        assertThat(Readability.syllables("timeout")).isEqualTo(2);
        assertThat(Readability.syllables("closed")).isEqualTo(1);
        assertThat(Readability.syllables("connections")).isEqualTo(3);
        assertThat(Readability.syllables("leased")).isEqualTo(1);
    }

    @Test
    void leavesOutWhatIsNotMadeOfSentences() {
        String prose = "The pool closes it.";

        assertThat(Readability.grade(
                        "# A heading of considerable length\n\n| a | b |\n\n```java\nint x;\n```\n\n" + prose + "\n"))
                .isEqualTo(Readability.grade(prose));
    }
}
