package dev.weir.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sentences of a file, each at its place: everything but prose is replaced by {@link #CODE}, character by character, so
 * that line numbers are those of the file.
 */
record Prose(Path path, String text) {
    static final char CODE = '\u0001';

    private static final Pattern MARKDOWN = Pattern.compile(
            "(?ms)^```.*?^```|^\\s*<!--.*?-->|`[^`\\n]*`|(?<=\\])\\([^)\\s]*\\)|https?://[^\\s)>\"]+|<[a-zA-Z/!][^>\\n]*>");
    private static final Pattern JAVADOC =
            Pattern.compile("\\{@(?:code|link|linkplain|value|literal|snippet)\\b[^{}]*\\}"
                    + "|@(?:param|see|throws|since) +[\\w.#<>,()]+|</?\\w+[^>\\n]*>|&\\w+;|https?://\\S+");
    private static final Pattern JSON = Pattern.compile("(?<=\"(?:description|reason)\": \")(?:[^\"\\\\]|\\\\.)*");

    private static final List<String> ROOTS =
            List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs", "src", "examples");

    /** Shows what not to write. */
    private static final Path EXAMPLES = Path.of("docs/contributing/words.md");

    /** Of every file whose words the project decides. */
    static List<Prose> all() {
        return ROOTS.stream()
                .map(Path::of)
                .flatMap(Prose::files)
                .flatMap(Prose::of)
                .toList();
    }

    private static Stream<Path> files(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> Files.isRegularFile(file) && !file.equals(EXAMPLES)).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Prose> of(Path path) {
        String name = path.toString();
        int dot = name.lastIndexOf('.');
        return switch (dot < 0 ? "" : name.substring(dot)) {
            case ".md" -> Stream.of(new Prose(path, markdown(read(path))));
            case ".java" ->
                Stream.of(new Prose(path, path.startsWith("src/main") ? source(read(path)) : test(read(path))));
            case ".js" -> Stream.of(new Prose(path, source(read(path))));
            case ".html" -> Stream.of(new Prose(path, hide(MARKDOWN, read(path))));
            case ".json" -> Stream.of(new Prose(path, only(JSON, read(path))));
            default -> Stream.of();
        };
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String markdown(String text) {
        return hide(MARKDOWN, text);
    }

    static String source(String text) {
        return hide(JAVADOC, Literals.of(text));
    }

    /**
     * Of a test: its comments and the names of its methods and groups. Its strings are what programs send, not what people
     * read.
     */
    static String test(String text) {
        return hide(JAVADOC, Literals.comments(TestNames.asComments(text)));
    }

    private static String hide(Pattern what, String text) {
        return what.matcher(text).replaceAll(found -> blank(found.group()));
    }

    private static String only(Pattern what, String text) {
        StringBuilder rest = new StringBuilder(blank(text));
        what.matcher(text).results().forEach(found -> rest.replace(found.start(), found.end(), found.group()));
        return rest.toString();
    }

    /** As long, with the same lines, and empty. */
    static String blank(String text) {
        return text.replaceAll("\\S", String.valueOf(CODE));
    }

    String at(int position) {
        return path + ":"
                + (text.substring(0, position).chars().filter(c -> c == '\n').count() + 1);
    }
}
