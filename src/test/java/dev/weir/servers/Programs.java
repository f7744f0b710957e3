package dev.weir.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** Programs of this machine, and the servers that are written for them in {@code src/test/resources}. */
final class Programs {

    private static final Path SOURCES =
            Path.of("src/test/resources/dev/weir/servers").toAbsolutePath();
    private static final Path COMPILED = Path.of("target/servers/mix").toAbsolutePath();
    private static final java.util.regex.Pattern VERSION = java.util.regex.Pattern.compile("\\d+(\\.\\d+)+");

    private Programs() {}

    /** Finds a program; {@code PATH} alone leaves out what only administrators run. */
    static Optional<Path> find(String program) {
        Stream<String> path = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
        Stream<String> usual =
                Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/go/bin");
        return Stream.concat(path, usual)
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static String path(String program) {
        return find(program)
                .map(Path::toString)
                .orElseThrow(() -> new TestAbortedException(program + " is not installed"));
    }

    /** Returns the first number with dots that the program says of itself. */
    static String version(String program, String option) {
        Matcher version = VERSION.matcher(run(List.of(path(program), option), Map.of()));
        return version.find() ? version.group() : "?";
    }

    static Running node(Site site) {
        List<String> command = Stream.concat(
                        Stream.of(
                                path("node"),
                                "--max-http-header-size=" + MixServlet.HEADERS,
                                SOURCES.resolve("mix.js").toString()),
                        arguments(site))
                .toList();
        return Running.start(site, () -> ProcessInstance.start(site, "", "TERM", command));
    }

    static Running go(Site site) {
        List<String> command =
                Stream.concat(Stream.of(compiled().toString()), arguments(site)).toList();
        return Running.start(site, () -> ProcessInstance.start(site, "", "TERM", command));
    }

    private static Stream<String> arguments(Site site) {
        return Stream.of(
                Integer.toString(site.port()),
                site.certificate().toString(),
                Integer.toString(site.idleMillis()),
                site.executions().file().toString());
    }

    /** Compiles once for all tests that use this directory; the standard library is all that it needs. */
    private static synchronized Path compiled() {
        Path source = SOURCES.resolve("mix.go");
        if (COMPILED.toFile().lastModified() < source.toFile().lastModified()) {
            String said = run(
                    List.of(path("go"), "build", "-o", COMPILED.toString(), source.toString()),
                    Map.of("GOTOOLCHAIN", "local", "GOPROXY", "off", "GO111MODULE", "auto", "CGO_ENABLED", "0"));
            if (!Files.isExecutable(COMPILED)) {
                throw new TestAbortedException("Go does not compile here: " + said);
            }
        }
        return COMPILED;
    }

    private static String run(List<String> command, Map<String, String> environment) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(environment);
            Process process = builder.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor(1, TimeUnit.MINUTES);
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
