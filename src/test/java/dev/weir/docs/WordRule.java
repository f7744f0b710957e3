package dev.weir.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A phrase that the project does not use, with a better one. Its places are files in which it is right. */
record WordRule(Pattern phrase, String better, Pattern places) {
    private static final Path LIST = Path.of("src/test/resources/words/phrases.txt");
    private static final Pattern COLUMNS = Pattern.compile(" {2,}");

    static List<WordRule> all() throws IOException {
        return Files.readAllLines(LIST).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(WordRule::of)
                .toList();
    }

    static WordRule of(String line) {
        String[] columns = COLUMNS.split(line, -1);
        String phrase = "(?<![\\w./-])(?:" + columns[0].replace(" ", "\\s+") + ")(?![\\w-])";
        return new WordRule(
                Pattern.compile(phrase, Pattern.CASE_INSENSITIVE),
                columns[1],
                Pattern.compile(columns.length < 3 ? "(?!)" : columns[2]));
    }

    Stream<String> findings(Prose prose) {
        if (places.matcher(prose.path().toString()).find()) {
            return Stream.of();
        }
        return phrase.matcher(prose.text())
                .results()
                .map(found -> prose.at(found.start()) + ": \"" + found.group().replaceAll("\\s+", " ") + "\"; write "
                        + better);
    }
}
