package dev.weir.reuse;

import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A server with TLS 1.3 behind a relay that holds back the end of a record. It answers each request with its
 * number.
 */
final class HalvedRecords implements AutoCloseable {

    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n";

    private final ServerSocket relay;
    private final SSLServerSocket server;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicReference<@Nullable SSLSocket> last = new AtomicReference<>();
    // How many bytes of the next record go first; 0 lets all pass.
    private final AtomicInteger first = new AtomicInteger();
    private final AtomicBoolean joins = new AtomicBoolean();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch updated = new CountDownLatch(1);

    HalvedRecords(TestCertificates certificates) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        relay = new ServerSocket(0, 5, loopback);
        server = (SSLServerSocket)
                certificates.serverContext().getServerSocketFactory().createServerSocket(0, 5, loopback);
        server.setEnabledProtocols(new String[] {"TLSv1.3"});
        start(this::accept);
    }

    URI uri() {
        return URI.create("https://localhost:" + relay.getLocalPort() + "/");
    }

    int accepted() {
        return accepted.get();
    }

    int requests() {
        return requests.get();
    }

    /**
     * Sends a KeyUpdate, which TLS allows at any time, on the last connection; returns when so many bytes of it have left.
     */
    void sendBeginning(int bytes) throws Exception {
        first.set(bytes);
        Objects.requireNonNull(last.get()).startHandshake(); // after the first handshake, this is what it does
        if (!begun.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no record was sent");
        }
    }

    /** Makes the rest leave together with what comes after it, as soon as that is there. */
    void joinRest() {
        joins.set(true);
    }

    /** Sends the rest of it, and what came after it once the client has answered with a KeyUpdate of its own. */
    void sendRest() {
        released.countDown();
    }

    @Override
    public void close() throws IOException {
        released.countDown();
        updated.countDown();
        relay.close();
        server.close();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = relay.accept();
            accepted.incrementAndGet();
            Socket back = new Socket(server.getInetAddress(), server.getLocalPort());
            SSLSocket served = (SSLSocket) server.accept();
            last.set(served);
            start(() -> copyUp(client.getInputStream(), back.getOutputStream()));
            start(() -> copy(back.getInputStream(), client.getOutputStream()));
            start(() -> serve(served));
        }
    }

    private void copyUp(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[16 * 1024];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            to.write(buffer, 0, count);
            if (released.getCount() == 0) {
                updated.countDown();
            }
        }
    }

    private void copy(InputStream from, OutputStream to) throws IOException, InterruptedException {
        byte[] buffer = new byte[16 * 1024];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            int now = Math.min(count, first.getAndSet(0));
            if (now > 0) {
                to.write(buffer, 0, now);
                begun.countDown();
                released.await();
                count += joins.get() ? from.read(buffer, count, buffer.length - count) : 0;
            }
            to.write(buffer, now, count - now);
            if (now > 0 && !joins.get()) {
                updated.await();
            }
        }
    }

    private void serve(SSLSocket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = socket.getInputStream().read();
                next >= 0;
                next = socket.getInputStream().read()) {
            head.append((char) next);
            if (head.indexOf("\r\n\r\n") > 0) {
                head.setLength(0);
                String answer = ANSWER + requests.incrementAndGet();
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception e) {
                // The server or the client has closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
