package dev.weir.bench.articles;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a JVM of its own, which says how many connections it has. For one thread. */
final class FarServer implements AutoCloseable {

    private final Process process;
    private final BufferedReader lines;
    private final URI uri;
    private final String certificate;

    private FarServer(Process process, BufferedReader lines) throws IOException {
        this.process = process;
        this.lines = lines;
        this.uri = URI.create(line() + "/");
        this.certificate = line();
    }

    static FarServer start(ServerTerms terms) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256m",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                // Warm at once, and no compiler that takes the cores of the client for long.
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FarServerMain.class.getName()));
        command.addAll(terms.arguments());
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        try {
            return new FarServer(process, process.inputReader(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            process.destroy();
            throw e;
        }
    }

    private String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("The server has ended");
        }
        return line;
    }

    URI uri() {
        return uri;
    }

    /** The certificate, in Base64; empty without TLS. */
    String certificate() {
        return certificate;
    }

    Connections connections() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            String[] numbers = line().split(" ", -1);
            return new Connections(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
