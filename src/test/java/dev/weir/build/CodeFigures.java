package dev.weir.build;

import dev.weir.build.SourceFigures.MethodFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The shape of the code in figures, as {@code docs/architecture.md} shows them. */
record CodeFigures(List<SourceFigures> files) {

    /** Writes the figures as two tables: of all the code, and of each package. */
    String tables() {
        List<String> lines = new ArrayList<>();
        lines.add("| Figure | Code | Aim |");
        lines.add("|---|---|---|");
        lines.addAll(whole());
        lines.add("");
        lines.add("| Package | Files | Lines | Public types | Largest knot |");
        lines.add("|---|---|---|---|---|");
        Map<String, Set<String>> knots = Knots.largestByPackage(files);
        knots.forEach((name, knot) -> lines.add(row(name, knot.size())));
        return String.join("\n", lines);
    }

    private List<String> whole() {
        return List.of(
                row("packages, files, types", packages() + ", " + files.size() + ", " + sum(SourceFigures::types), ""),
                row("code lines", String.valueOf(sum(SourceFigures::codeLines)), ""),
                row(
                        "code lines per file: median, 90 %, most",
                        quantiles(files, SourceFigures::codeLines, 50, 90, 100), "40, 120, 250"),
                row(
                        "lines per method: median, 99 %, most",
                        quantiles(methods(), MethodFigures::lines, 50, 99, 100), "4, 20, 30"),
                row(
                        "methods of more than 20, 30, 40 lines",
                        longerThan(20) + ", " + longerThan(30) + ", " + longerThan(40),
                        "few, 0, 0"),
                row(
                        "branches and loops in each other: 90 %, most",
                        quantiles(methods(), MethodFigures::nesting, 90, 100), "1, 3"),
                row(
                        "most parameters, constructors of records aside",
                        quantiles(methods(), MethodFigures::parameters, 100),
                        "7"),
                row("instance fields that are final", finalFields(), "90 %"),
                row("lines of more than 125 columns", String.valueOf(sum(SourceFigures::longLines)), "0"));
    }

    private static String row(String name, String value, String aim) {
        return "| " + name + " | " + value + " | " + aim + " |";
    }

    private long packages() {
        return files.stream().map(SourceFigures::packageName).distinct().count();
    }

    private int sum(ToIntFunction<SourceFigures> figure) {
        return files.stream().mapToInt(figure).sum();
    }

    private List<MethodFigures> methods() {
        return files.stream().flatMap(file -> file.methods().stream()).toList();
    }

    private long longerThan(int lines) {
        return methods().stream().filter(method -> method.lines() > lines).count();
    }

    private String finalFields() {
        int all = sum(SourceFigures::fields);
        int ofThose = sum(SourceFigures::finalFields);
        return 100 * ofThose / all + " % (" + ofThose + " of " + all + ")";
    }

    private static <T> String quantiles(List<T> all, ToIntFunction<T> figure, int... percents) {
        int[] sorted = all.stream().mapToInt(figure).sorted().toArray();
        return Arrays.stream(percents)
                .map(percent -> sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)])
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    private String row(String packageName, int knot) {
        CodeFigures own = new CodeFigures(files.stream()
                .filter(file -> file.packageName().equals(packageName))
                .toList());
        long publicTypes = own.files.stream().filter(SourceFigures::isPublic).count();
        return "| `" + packageName + "` | " + own.files.size() + " | " + own.sum(SourceFigures::codeLines) + " | "
                + publicTypes + " | " + knot + " |";
    }
}
