package dev.weir.docs;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names of tests, which a list of failures shows as sentences. */
final class TestNames {
    private static final Pattern NAME = Pattern.compile(
            "(?m)^(\\s*(?:(?:private|protected|public|static|final|abstract) )*(?:void|class) )(\\w+[A-Z]\\w*)");
    private static final Pattern TEST = Pattern.compile("(?<=@(?:Test|TestFactory)\\s{1,20}void )\\w+(?=\\()");
    private static final Pattern WORDS = Pattern.compile("(?<=[a-z\\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private TestNames() {}

    /** With each name of several words as a comment, to be read like other comments. Single words may be HttpClient's. */
    static String asComments(String source) {
        return NAME.matcher(source).replaceAll(name -> name.group(1) + "/*" + sentence(name.group(2)) + "*/");
    }

    /** The names of a single word, which do not say what holds. */
    static Stream<String> single(String source) {
        return TEST.matcher(source)
                .results()
                .map(MatchResult::group)
                .filter(name -> !sentence(name).contains(" "));
    }

    static String sentence(String name) {
        return WORDS.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT);
    }
}
