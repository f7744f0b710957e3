package dev.weir.deadline;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A server that never sends a 100, and echoes a body of five bytes when it has come. */
final class SilentAboutContinue implements AutoCloseable {

    private final ServerSocket listener;
    private final boolean isSecure;
    private final AtomicInteger accepted = new AtomicInteger();

    private SilentAboutContinue(ServerSocket listener, boolean isSecure) {
        this.listener = listener;
        this.isSecure = isSecure;
    }

    static SilentAboutContinue start(@Nullable TestCertificates certificates) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        ServerSocket listener = certificates == null
                ? new ServerSocket(0, 10, loopback)
                : certificates.serverContext().getServerSocketFactory().createServerSocket(0, 10, loopback);
        SilentAboutContinue server = new SilentAboutContinue(listener, certificates != null);
        Thread thread = new Thread(server::serve, "silent-about-continue");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    URI uri() {
        return URI.create((isSecure ? "https" : "http") + "://127.0.0.1:" + listener.getLocalPort() + "/");
    }

    int accepted() {
        return accepted.get();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                accepted.incrementAndGet();
                echo(socket);
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static void echo(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        String body = new String(in.readNBytes(5), US_ASCII);
        socket.getOutputStream()
                .write(("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n" + body).getBytes(US_ASCII));
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
