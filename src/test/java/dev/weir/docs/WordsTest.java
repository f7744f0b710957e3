package dev.weir.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/contributing/words.md asks of the texts of the project, as far as a list of phrases can check it. */
class WordsTest {
    @Test
    void textsUseNoPhraseOfTheList() throws IOException {
        List<WordRule> rules = WordRule.all();

        List<String> findings = Prose.all().stream()
                .flatMap(prose -> rules.stream().flatMap(rule -> rule.findings(prose)))
                .toList();

        assertThat(String.join("\n", findings)).isEmpty();
    }

    @Test
    void namesOfTestsHaveMoreThanOneWord() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/test/java"))) {
            assertThat(sources.filter(source -> source.toString().endsWith(".java")))
                    .allSatisfy(source -> assertThat(TestNames.single(Files.readString(source)))
                            .isEmpty());
        }
    }

    @Test
    void readsNamesOfTestsAsSentences() {
        String source = "class ATest {\n    @Test\n    void failsThoseWhoWait() {}\n";
        Prose prose = new Prose(Path.of("ATest.java"), Prose.test(source));

        assertThat(WordRule.of("those who  callers that").findings(prose))
                .containsExactly("ATest.java:3: \"those who\"; write callers that");
        assertThat(TestNames.single("@Test\n    void reset() {}\n    @Test\n    void isReset() {}"))
                .containsExactly("reset");
    }

    @Test
    void passesOverStringsOfTests() {
        assertThat(Prose.test("send(\"whoever\"); // d").replaceAll("[\\s" + Prose.CODE + "]", ""))
                .isEqualTo("d");
    }

    @Test
    void namesTheLineThePhraseAndABetterOne() {
        Prose prose = new Prose(Path.of("A.java"), Prose.source("int x;\n/**\n * For those\n * who ask.\n */\n"));

        assertThat(WordRule.of("those who  callers that").findings(prose))
                .containsExactly("A.java:3: \"those who\"; write callers that");
    }

    @Test
    void passesOverCode() {
        assertThat(Prose.source("whoever(\"a\", /* b */ 'c'); // d").replaceAll("[\\s" + Prose.CODE + "]", ""))
                .isEqualTo("ab'c'd");
        assertThat(Prose.markdown("a `b` [c](d.md)\n```java\ne\n```\n").replaceAll("[\\s" + Prose.CODE + "]", ""))
                .isEqualTo("a[c]");
        assertThat(Prose.source("/** {@code a} b */").strip().replaceAll("[\\s" + Prose.CODE + "]", ""))
                .isEqualTo("b");
    }

    @Test
    void readsAStringThatGoesOnOnTheNextLineAsOneSentence() {
        Prose prose = new Prose(Path.of("A.java"), Prose.source("log(\"for those \"\n        + \"who ask\");"));

        assertThat(WordRule.of("those who  callers that").findings(prose)).hasSize(1);
    }

    @Test
    void passesOverFilesInWhichAPhraseIsRight() {
        Prose prose = new Prose(Path.of("docs/dns.md"), "an answer of the resolver");

        assertThat(WordRule.of("an answer  a response  dns").findings(prose)).isEmpty();
    }
}
