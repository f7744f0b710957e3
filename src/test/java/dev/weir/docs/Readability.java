package dev.weir.docs;

import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The school grade that a text requires, after Flesch and Kincaid. */
final class Readability {
    /** What is not made of sentences: blocks, tables, headings, comments, pictures. */
    private static final Pattern NO_SENTENCE = Pattern.compile(
            "(?ms)^```.*?^```|^\\|.*?$|^#.*?$|^\\s*<!--.*?-->|\\[?!\\[[^]]*]\\([^)]*\\)(?:]\\([^)]*\\))?");

    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern ITEM = Pattern.compile("(?m)^\\s*(?:[-*]|\\d+\\.)\\s+(?:\\[ \\] )?");
    /** A name in code is one word of the reader's. */
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    private static final Pattern SENTENCE_END = Pattern.compile("[.?!](?=\\s|$|\\*)|\\n\\s*\\n");
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z']*");
    private static final Pattern SYLLABLE = Pattern.compile("[aeiouy]+");
    private static final Pattern SILENT_END =
            Pattern.compile("(?<=[^aeiouyl])e$|(?<=[^aeiouytd])ed$|(?<=[^aeiouyscxzgh])es$");

    private Readability() {}

    /** Of the sentences of a page of Markdown. */
    static double grade(String markdown) {
        String text = sentences(markdown);
        List<String> words =
                WORD.matcher(text).results().map(MatchResult::group).toList();
        long sentences = SENTENCE_END
                .splitAsStream(text)
                .filter(part -> WORD.matcher(part).find())
                .count();
        long syllables = words.stream().mapToLong(Readability::syllables).sum();
        return 0.39 * words.size() / sentences + 11.8 * syllables / words.size() - 15.59;
    }

    private static String sentences(String markdown) {
        String text = NO_SENTENCE.matcher(markdown).replaceAll("\n\n");
        text = ITEM.matcher(text).replaceAll("\n\n");
        return CODE.matcher(LINK.matcher(text).replaceAll("$1")).replaceAll("name");
    }

    static long syllables(String word) {
        String stem = SILENT_END.matcher(word.toLowerCase(Locale.ROOT)).replaceAll("");
        return Math.max(1, SYLLABLE.matcher(stem).results().count());
    }
}
