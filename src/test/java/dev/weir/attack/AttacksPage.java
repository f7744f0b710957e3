package dev.weir.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table of {@code docs/attacks.md}: what came of each attack, by its title and in the order of the clients. */
final class AttacksPage {

    private static final Path PATH = Path.of("docs/attacks.md");
    private static final String BEGIN = "<!-- attacks -->\n";
    private static final List<ClientKind> COLUMNS = List.of(ClientKind.values());
    private static final String NOT_CONCERNED = "–";

    private final Map<String, List<String>> rows = new TreeMap<>();

    static AttacksPage read() throws IOException {
        AttacksPage page = new AttacksPage();
        String area = "";
        for (String line : Files.readAllLines(PATH)) {
            if (line.startsWith("### ")) {
                area = line.substring(4);
            }
            String[] cells = line.split("\\s*\\|\\s*", -1);
            if (line.startsWith("| ") && cells.length == 3 + COLUMNS.size()) {
                page.rows.put(area + ": " + cells[1], List.of(cells).subList(2, cells.length - 1));
            }
        }
        return page;
    }

    /** Returns what the page says; null if it does not know the attack. */
    @Nullable
    String cell(Attack attack, ClientKind kind) {
        List<String> row = rows.get(attack.title());
        return row == null ? null : row.get(COLUMNS.indexOf(kind));
    }

    /** Rewrites the tables, below what is written by hand. */
    static void write(Map<Attack, List<String>> outcomes) throws IOException {
        String page = Files.readString(PATH);
        int begin = page.indexOf(BEGIN);
        Files.writeString(PATH, page.substring(0, begin) + BEGIN + summary(outcomes) + tables(outcomes));
    }

    static String cell(List<Outcome> outcomes) {
        return outcomes.isEmpty()
                ? NOT_CONCERNED
                : outcomes.stream().distinct().sorted().map(Outcome::toString).collect(Collectors.joining(" or "));
    }

    private static String summary(Map<Attack, List<String>> outcomes) {
        StringBuilder text =
                new StringBuilder("\n| Client | Attacks | A caller got what was not its own |\n|---|---|---|\n");
        for (ClientKind kind : COLUMNS) {
            List<String> cells = outcomes.values().stream()
                    .map(row -> row.get(COLUMNS.indexOf(kind)))
                    .filter(cell -> !cell.equals(NOT_CONCERNED))
                    .toList();
            long fallen = cells.stream()
                    .filter(cell -> cell.contains(Outcome.FOREIGN.toString()))
                    .count();
            text.append("| %s | %d | %d |\n".formatted(kind.title(), cells.size(), fallen));
        }
        return text.toString();
    }

    private static String tables(Map<Attack, List<String>> outcomes) {
        StringBuilder text = new StringBuilder();
        List<String> areas =
                outcomes.keySet().stream().map(Attack::area).distinct().toList();
        for (String area : areas) {
            text.append("\n### ").append(area).append("\n\n").append(heading());
            outcomes.forEach((attack, cells) -> {
                if (attack.area().equals(area)) {
                    text.append(row(attack.name(), cells));
                }
            });
        }
        return text.toString();
    }

    private static String heading() {
        List<String> titles = COLUMNS.stream().map(ClientKind::title).toList();
        return row("Attack", titles) + "|---".repeat(titles.size() + 1) + "|\n";
    }

    private static String row(String first, List<String> cells) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(cells);
        return "| " + String.join(" | ", all) + " |\n";
    }
}
