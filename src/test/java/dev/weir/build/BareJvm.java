package dev.weir.build;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.slf4j.Logger;

/** Starts a JVM whose class path holds the jar, what the jar needs at least, and one class of the tests. */
final class BareJvm {
    private static final long TIMEOUT_SECONDS = 60;

    /** One class of each library that users cannot leave out. */
    private static final List<Class<?>> NEEDED =
            List.of(HttpRoute.class, HttpHost.class, HttpVersionPolicy.class, Logger.class);

    private final Path jar;
    private final Path directory;

    BareJvm(Path jar, Path directory) {
        this.jar = jar;
        this.directory = directory;
    }

    Result run(Class<?> main, List<String> arguments) throws IOException, InterruptedException {
        return run(List.of(), main, arguments);
    }

    /** With options of the JVM. */
    Result run(List<String> options, Class<?> main, List<String> arguments) throws IOException, InterruptedException {
        copy(main);
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command(options, main, arguments))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return new Result(process.exitValue(), Files.readString(output).strip());
    }

    static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Copies the class and what is nested in it. */
    private void copy(Class<?> main) throws IOException {
        Path source = locationOf(main).resolve(main.getPackageName().replace('.', '/'));
        Path target =
                Files.createDirectories(directory.resolve(main.getPackageName().replace('.', '/')));
        try (var files = Files.newDirectoryStream(source, main.getSimpleName() + "{,$*}.class")) {
            for (Path file : files) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
    }

    private List<String> command(List<String> options, Class<?> main, List<String> arguments) {
        String classPath = Stream.concat(
                        Stream.of(directory, jar), NEEDED.stream().map(BareJvm::locationOf))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<String>(List.of(java, "-classpath", classPath));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }

    record Result(int status, String output) {}
}
