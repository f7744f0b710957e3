package dev.weir.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A TLS server in this JVM that keeps connections alive, answers every request with 1,024 bytes and counts accepts. */
final class TlsServer implements AutoCloseable {
    private static final byte[] RESPONSE =
            ("HTTP/1.1 200 OK\r\nContent-Length: 1024\r\n\r\n" + "w".repeat(1024)).getBytes(StandardCharsets.US_ASCII);

    private final AtomicLong accepted = new AtomicLong();
    private final ExecutorService threads = Executors.newCachedThreadPool(TlsServer::daemon);
    private final TlsIdentity identity;
    private final SSLServerSocket socket;

    private TlsServer(TlsIdentity identity, SSLServerSocket socket) {
        this.identity = identity;
        this.socket = socket;
    }

    static TlsServer start() throws IOException, GeneralSecurityException, InterruptedException {
        TlsIdentity identity = TlsIdentity.create();
        var socket = (SSLServerSocket) identity.serverContext()
                .getServerSocketFactory()
                .createServerSocket(0, 128, InetAddress.getLoopbackAddress());
        TlsServer server = new TlsServer(identity, socket);
        server.threads.execute(server::acceptUntilClosed);
        return server;
    }

    URI uri() {
        return URI.create("https://localhost:" + socket.getLocalPort() + "/");
    }

    TlsIdentity identity() {
        return identity;
    }

    long accepted() {
        return accepted.get();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }

    private void acceptUntilClosed() {
        while (!socket.isClosed()) {
            try {
                SSLSocket connection = (SSLSocket) socket.accept();
                accepted.incrementAndGet();
                threads.execute(() -> serve(connection));
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static void serve(SSLSocket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            var in = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            OutputStream out = connection.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isEmpty()) {
                    out.write(RESPONSE);
                }
            }
        } catch (IOException e) {
            // The client went away, as it does at the end of each client's life.
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "tls-server");
        thread.setDaemon(true);
        return thread;
    }
}
