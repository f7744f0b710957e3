package dev.weir.docs;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a Java or JavaScript source that people read: its comments and its strings. */
final class Literals {
    private static final Pattern TOKEN =
            Pattern.compile("(?s)//[^\\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?:[^\"\\\\]|\\\\.)*+\""
                    + "|'(?:[^'\\\\\\n]|\\\\.)*'|`[^`]*`");
    private static final Pattern MARGIN = Pattern.compile("(?m)^\\s*\\*(?!/)|^\\s*//|^//|/\\*+|\\*/");
    /** Two strings on two lines are one sentence. */
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\n\\s*\\+ \"");

    private Literals() {}

    /** With everything else replaced by {@link Prose#CODE}. */
    static String of(String source) {
        return of(source, Literals::words);
    }

    /** The comments alone. */
    static String comments(String source) {
        return of(source, token -> token.startsWith("/") ? words(token) : Prose.blank(token));
    }

    private static String of(String source, UnaryOperator<String> words) {
        String joined = JOINT.matcher(source).replaceAll(joint -> joint.group().replaceAll("[^\\n]", " "));
        StringBuilder text = new StringBuilder();
        Matcher tokens = TOKEN.matcher(joined);
        int end = 0;
        while (tokens.find()) {
            text.append(Prose.blank(joined.substring(end, tokens.start())));
            text.append(words.apply(tokens.group()));
            end = tokens.end();
        }
        return text.append(Prose.blank(joined.substring(end))).toString();
    }

    private static String words(String token) {
        return token.startsWith("/")
                ? MARGIN.matcher(token).replaceAll(margin -> margin.group().replaceAll("\\S", " "))
                : token.replace('"', Prose.CODE);
    }
}
