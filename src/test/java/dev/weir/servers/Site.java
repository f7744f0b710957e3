package dev.weir.servers;

import dev.weir.testserver.RealServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where a server runs, and how; the same after a restart.
 *
 * @param directory its files
 * @param port where it listens
 * @param idle how long it keeps a connection on which nothing happens
 * @param executions which requests it has executed
 */
record Site(Path directory, int port, Duration idle, Executions executions) {

    static final Duration USUAL_IDLE = Duration.ofSeconds(60);

    static Site in(Path directory, Duration idle) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Site(directory, RealServer.freePort(), idle, new Executions(directory.resolve("executed")));
    }

    /** Writes the certificate that all clients trust, and its key. */
    Path certificate() {
        Path pem = directory.resolve("server.pem");
        TestCertificates.trusted().writePem(pem);
        return pem;
    }

    /** Returns the same at another port. */
    Site onFreePort() {
        return new Site(directory, RealServer.freePort(), idle, executions);
    }

    /** Returns the same with a server that keeps connections for as long as usual. */
    Site usual() {
        return new Site(directory, port, USUAL_IDLE, executions);
    }

    void write(String file, String text) {
        try {
            Files.writeString(directory.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int idleMillis() {
        return Math.toIntExact(idle.toMillis());
    }
}
