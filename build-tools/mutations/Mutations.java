import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Breaks the code in one place at a time and shows that a test fails. Called by {@code run}, which compiles everything first.
 *
 * <p>An entry of list.txt: {@code =} what is broken, {@code @} the test classes of which one must fail, {@code -} the text to
 * replace and {@code +} the new one. White space does not count; the text must occur exactly once in src/main/java. A second
 * pair of {@code -} and {@code +} in an entry belongs to the same mutation.
 */
public final class Mutations {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path CLASSES = Path.of(System.getProperty("classes", "target/classes"));
    private static final Path WORK = Path.of("target/mutations");
    private static final String TESTS = System.getProperty("test.classes", "target/test-classes");
    private static final String LIBRARIES = System.getProperty("libraries");
    private static final String CONSOLE = System.getProperty("console");
    private static final int LIMIT_MINUTES = 2;

    private record Edit(String before, String after) {}

    private record Mutation(String name, List<String> tests, List<Edit> edits) {}

    private record Result(Mutation mutation, String verdict) {}

    public static void main(String[] args) throws Exception {
        TreeMap<Path, String> sources = sources();
        List<Mutation> chosen = read(Path.of("build-tools/mutations/list.txt")).stream()
                .filter(each -> args.length == 0 || Arrays.stream(args).anyMatch(each.name()::contains))
                // Without sockets first: they take seconds.
                .sorted(Comparator.comparing(each -> each.tests().stream().anyMatch(test -> test.endsWith("IT"))))
                .toList();
        var threads = Executors.newFixedThreadPool(Integer.getInteger("jobs", 2));
        List<Future<Result>> running = new ArrayList<>();
        for (int i = 0; i < chosen.size(); i++) {
            Mutation mutation = chosen.get(i);
            Path directory = WORK.resolve(Integer.toString(i));
            running.add(threads.submit(() -> new Result(mutation, verdict(mutation, sources, directory))));
        }
        int bad = 0;
        Set<String> caughtBy = new TreeSet<>();
        for (Future<Result> each : running) {
            Result result = each.get();
            boolean isCaught = result.verdict().startsWith("caught");
            bad += isCaught ? 0 : 1;
            caughtBy.addAll(isCaught ? result.mutation().tests() : List.of());
            System.out.printf("%-70s %s%n", result.mutation().name(), result.verdict());
        }
        threads.shutdown();
        // Only a test that passes with the code as it is says something by its failure.
        String unchanged = tests(List.copyOf(caughtBy), WORK.resolve("unchanged"));
        System.out.printf(
                "%n%d mutations, %d not caught; the same tests without a mutation: %s%n",
                chosen.size(), bad, unchanged);
        System.exit(bad == 0 && unchanged.equals("survived") ? 0 : 1);
    }

    private static TreeMap<Path, String> sources() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            return all.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(file -> file, Mutations::text, (a, b) -> a, TreeMap::new));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Mutation> read(Path list) throws IOException {
        List<Mutation> mutations = new ArrayList<>();
        for (String block : Files.readString(list).split("(?m)^= ")) {
            List<String> lines = block.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
            if (lines.size() > 1) {
                mutations.add(new Mutation(lines.get(0).strip(), tests(lines), edits(lines)));
            }
        }
        return mutations;
    }

    private static List<String> tests(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("@"))
                .flatMap(line -> Arrays.stream(line.substring(1).strip().split("\\s+")))
                .map(name -> "dev.weir." + name)
                .toList();
    }

    private static List<Edit> edits(List<String> lines) {
        List<Edit> edits = new ArrayList<>();
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith("-") && !after.isEmpty()) {
                edits.add(new Edit(before.toString(), after.toString()));
                before.setLength(0);
                after.setLength(0);
            }
            if (line.startsWith("-")) {
                before.append(line.substring(1)).append('\n');
            } else if (line.startsWith("+")) {
                after.append(line.substring(1)).append('\n');
            }
        }
        edits.add(new Edit(before.toString(), after.toString()));
        return edits;
    }

    private static String verdict(Mutation mutation, TreeMap<Path, String> sources, Path directory) throws Exception {
        TreeMap<Path, String> changed = new TreeMap<>();
        for (Edit edit : mutation.edits()) {
            String problem = apply(edit, sources, changed);
            if (problem != null) {
                return problem;
            }
        }
        Path classes = fresh(directory);
        List<String> options = new ArrayList<>(List.of(
                "-proc:none",
                "-parameters",
                "-nowarn",
                "-implicit:none",
                "-d",
                classes.toString(),
                "-cp",
                CLASSES + ":" + LIBRARIES));
        for (var file : changed.entrySet()) {
            Path copy = directory.resolve("source").resolve(SOURCES.relativize(file.getKey()));
            Files.createDirectories(copy.getParent());
            options.add(Files.writeString(copy, file.getValue()).toString());
        }
        var messages = new java.io.ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, options.toArray(String[]::new));
        return status == 0 ? tests(mutation.tests(), directory) : "DOES NOT COMPILE: " + messages;
    }

    private static String apply(Edit edit, TreeMap<Path, String> sources, TreeMap<Path, String> changed) {
        Pattern pattern = Pattern.compile(Arrays.stream(edit.before().strip().split("\\s+"))
                .map(Pattern::quote)
                .collect(Collectors.joining("\\s+")));
        Path found = null;
        for (var source : sources.entrySet()) {
            List<MatchResult> matches =
                    pattern.matcher(source.getValue()).results().toList();
            if (matches.size() > 1 || (matches.size() == 1 && found != null)) {
                return "TEXT OCCURS MORE THAN ONCE, in " + source.getKey() + ": "
                        + edit.before().strip();
            }
            found = matches.isEmpty() ? found : source.getKey();
        }
        if (found == null) {
            return "TEXT NOT FOUND: " + edit.before().strip();
        }
        String text = changed.getOrDefault(found, sources.get(found));
        changed.put(
                found,
                pattern.matcher(text)
                        .replaceFirst(Matcher.quoteReplacement(edit.after().strip())));
        return null;
    }

    private static Path fresh(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(each);
                }
            }
        }
        return Files.createDirectories(directory.resolve("classes"));
    }

    private static String tests(List<String> tests, Path directory) throws Exception {
        Path log = Files.createDirectories(directory).resolve("tests.log");
        String path = String.join(
                ":", directory.resolve("classes").toString(), TESTS, CLASSES.toString(), CONSOLE, LIBRARIES);
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-ea",
                "-cp",
                path,
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--details=tree",
                "--fail-if-no-tests",
                "--fail-fast",
                "--exclude-tag=slow"));
        tests.forEach(test -> command.add("--select-class=" + test));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(tests.size() * (long) LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return "caught, by a test that does not end";
        }
        return switch (process.exitValue()) {
            case 0 -> "survived";
            case 1 -> "caught by " + failed(log);
            default -> "NO TEST RAN, see " + log;
        };
    }

    private static String failed(Path log) throws IOException {
        return Files.readString(log)
                .lines()
                .filter(line -> line.contains("\u2718"))
                .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", "")
                        .replaceAll("^[^A-Za-z]*", "")
                        .replaceAll("\\(\\).*| \\[X].*", ""))
                .findFirst()
                .orElse("a test that could not begin, see " + log);
    }
}
