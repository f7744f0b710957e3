package dev.weir.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * A server from the distribution's packages as a process of its own, on the loopback interface, with its files in a
 * directory.
 */
public final class RealServer implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long END_SECONDS = 5;

    private final Process process;

    private RealServer(Process process) {
        this.process = process;
    }

    /** Tells whether a program is installed. */
    public static boolean isInstalled(String program) {
        return Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin")
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** Starts a program, and returns when it listens; leaves the test out if it does not run on this machine. */
    public static RealServer start(Path directory, int port, List<String> command) {
        try {
            RealServer server = new RealServer(new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("output.log").toFile())
                    .start());
            server.awaitListening(port, directory);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitListening(int port, Path directory) throws IOException {
        long startNanos = System.nanoTime();
        while (!isListening(port)) {
            if (!process.isAlive() || System.nanoTime() - startNanos > PATIENCE_NANOS) {
                throw new TestAbortedException(
                        "it does not run here: " + Files.readString(directory.resolve("output.log")));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static boolean isListening(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Tells whether it is still there. */
    public boolean isRunning() {
        return process.isAlive();
    }

    /** Returns when it has ended; kills it after some seconds. */
    public void awaitEnd() {
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                close();
                process.waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns a port that no server listens on at the moment. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends it a signal, such as {@code HUP}. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
