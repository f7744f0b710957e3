package dev.weir.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of Markdown, as far as the tests look into it. */
record Page(Path path, String text) {
    private static final Pattern BLOCK = Pattern.compile("(?m)(?:^<!-- (\\w+) -->\\n)?^```(\\w*)\\n((?s:.*?))^```$");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    static Page of(Path path) {
        try {
            return new Page(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Page> all() throws IOException {
        try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
            Stream<Path> top =
                    Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md").map(Path::of);
            return Stream.concat(top, docs.filter(path -> path.toString().endsWith(".md")))
                    .map(Page::of)
                    .toList();
        }
    }

    List<Block> blocks() {
        return BLOCK.matcher(text).results().map(this::block).toList();
    }

    private Block block(MatchResult found) {
        long line = text.substring(0, found.start(2)).lines().count();
        return new Block(path + ":" + line, "fragment".equals(found.group(1)), found.group(2), found.group(3));
    }

    /** The cells of all rows of tables with this heading in their first column, without the marks of code. */
    List<List<String>> rows(String firstHeading) {
        List<List<String>> rows = new ArrayList<>();
        boolean isInside = false;
        for (String line : text.split("\n", -1)) {
            List<String> cells = cells(line);
            if (cells.isEmpty() || cells.get(0).equals(firstHeading)) {
                isInside = !cells.isEmpty();
            } else if (isInside && !cells.get(0).startsWith("---")) {
                rows.add(cells);
            }
        }
        return rows;
    }

    private static List<String> cells(String line) {
        return line.startsWith("|")
                ? Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(cell -> cell.replace("`", "").strip())
                        .toList()
                : List.of();
    }

    List<String> links() {
        return LINK.matcher(withoutBlocks())
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.contains("://"))
                .toList();
    }

    /** The names under which headings are linked to. */
    List<String> anchors() {
        return HEADING.matcher(withoutBlocks())
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private String withoutBlocks() {
        return BLOCK.matcher(text).replaceAll("");
    }
}
