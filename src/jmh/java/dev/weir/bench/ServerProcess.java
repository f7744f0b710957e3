package dev.weir.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server in a JVM of its own, so that the CPU time and the garbage of this JVM are those of the client alone. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final URI uri;
    private final String certificate;

    private final BufferedReader lines;

    private ServerProcess(Process process, BufferedReader lines, URI uri, String certificate) {
        this.process = process;
        this.lines = lines;
        this.uri = uri;
        this.certificate = certificate;
    }

    static ServerProcess start(boolean tls) throws IOException {
        return start(List.of(Boolean.toString(tls)));
    }

    /** Starts a server with TLS that speaks HTTP/2, and HTTP/1.1 to who does not. */
    static ServerProcess startHttp2() throws IOException {
        return start(List.of(ServerMain.HTTP_2));
    }

    /** Starts a server with TLS that takes a time for each handshake, does only so many at once, and thinks before it answers. */
    static ServerProcess startWithHandshakes(int atOnce, Duration time, Duration think) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("true", Integer.toString(atOnce), time.toString()));
        if (!think.isZero()) {
            arguments.add(think.toString());
        }
        return start(arguments);
    }

    private static ServerProcess start(List<String> arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(
                java,
                "-Xms256m",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ServerMain.class.getName()));
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        String origin = lines.readLine();
        String certificate = lines.readLine();
        if (certificate == null) {
            process.destroy();
            throw new IOException("The server did not start");
        }
        return new ServerProcess(process, lines, URI.create(origin + "/"), certificate);
    }

    URI uri() {
        return uri;
    }

    /** Returns who may be trusted to be this server. */
    Trust trust() {
        return new Trust(certificate);
    }

    /** Returns how many connections it has accepted. Not thread-safe. */
    long accepted() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            return Long.parseLong(lines.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
