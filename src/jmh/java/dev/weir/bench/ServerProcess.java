package dev.weir.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server in a JVM of its own, so that the CPU time and the garbage of this JVM are those of the client alone. Says how
 * many connections it has. For one thread.
 */
public final class ServerProcess implements Target {

    private final Process process;
    private final BufferedReader lines;
    private final URI uri;
    private final Trust trust;

    private ServerProcess(Process process, BufferedReader lines) throws IOException {
        this.process = process;
        this.lines = lines;
        this.uri = URI.create(line() + "/");
        this.trust = new Trust(line());
    }

    static ServerProcess start(boolean tls) throws IOException {
        return start(ServerTerms.of(tls ? "https" : "http", false));
    }

    /** Starts a server with TLS that speaks HTTP/2, and HTTP/1.1 to who does not. */
    static ServerProcess startHttp2() throws IOException {
        return start(ServerTerms.of("https", true));
    }

    /**
     * Starts a server.
     *
     * @param terms what it is to be
     * @return the server, once it listens
     * @throws IOException if it cannot start
     */
    public static ServerProcess start(ServerTerms terms) throws IOException {
        Process process = new ProcessBuilder(command(terms))
                .redirectError(Redirect.INHERIT)
                .start();
        try {
            return new ServerProcess(process, process.inputReader(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            process.destroy();
            throw e;
        }
    }

    private static List<String> command(ServerTerms terms) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC"));
        if (terms.isShort()) {
            command.add("-XX:TieredStopAtLevel=1");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServerMain.class.getName()));
        command.addAll(terms.arguments());
        return command;
    }

    private String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("The server has ended");
        }
        return line;
    }

    /**
     * Returns where it is.
     *
     * @return the URI of its root
     */
    @Override
    public URI uri() {
        return uri;
    }

    /**
     * Returns what a client must trust to call this server.
     *
     * @return no certificate without TLS
     */
    @Override
    public Trust trust() {
        return trust;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    /**
     * Returns its connections.
     *
     * @return how many there were and are
     */
    public Connections connections() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            String[] numbers = line().split(" ", -1);
            return new Connections(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how many connections it has accepted. */
    long accepted() {
        return connections().accepted();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
