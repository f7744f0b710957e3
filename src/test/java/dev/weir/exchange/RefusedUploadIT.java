package dev.weir.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.Answers;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.io.IOCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that refuses a long body after the first 64 KiB, and reads nothing more of it. */
@Timeout(60)
class RefusedUploadIT {

    private static final int READ = 64 * 1024;
    private static final int PARTS = 50;
    private static final byte[] PART = new byte[1_000_000];

    /** Opens when the server may close: at once to a client that blocks, which reads nothing while it can send. */
    private volatile CountDownLatch mayClose = new CountDownLatch(0);

    /** How long the server waits before it closes. */
    private volatile int lingerMillis;

    private String scheme = "http";
    private ServerSocket listening;

    @BeforeEach
    void start() throws IOException {
        start(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()));
    }

    private void start(ServerSocket at) {
        listening = at;
        Thread server = new Thread(() -> serve(at));
        server.setDaemon(true);
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        mayClose.countDown();
        listening.close();
    }

    private void serve(ServerSocket at) {
        while (!at.isClosed()) {
            try (Socket socket = at.accept()) {
                socket.getInputStream().readNBytes(READ);
                socket.getOutputStream()
                        .write("HTTP/1.1 413 No\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlarge"
                                .getBytes(US_ASCII));
                PoolFetch.await(mayClose);
                LockSupport.parkNanos(lingerMillis * 1_000_000L);
            } catch (IOException e) {
                // The next one, if there is any.
            }
        }
    }

    private String uri() {
        return scheme + "://localhost:" + listening.getLocalPort() + "/";
    }

    private static HttpPost post(String uri, IOCallback<OutputStream> body) {
        HttpPost request = new HttpPost(uri);
        request.setEntity(new EntityTemplate(-1, ContentType.APPLICATION_OCTET_STREAM, null, body));
        return request;
    }

    private HttpPost upload() {
        return post(uri(), out -> {
            for (int i = 0; i < PARTS; i++) {
                out.write(PART);
            }
        });
    }

    private SimpleHttpRequest simpleUpload() {
        return SimpleRequestBuilder.post(uri())
                .setBody(new byte[PARTS * PART.length], ContentType.APPLICATION_OCTET_STREAM)
                .build();
    }

    @Test
    void tellsBlockingCallersOfAnAsynchronousPoolAmidTheirBody() throws IOException {
        mayClose = new CountDownLatch(1);
        try (AsyncHttpPool pool = async()) {
            assertThat(ClientCalls.send(pool.blockingClient(), upload())).isEqualTo("413 large");
            mayClose.countDown();
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
            assertThat(pool.snapshot().idle()).isZero();
        }
    }

    @Test
    void tellsAsynchronousCallersAmidTheirBody() {
        mayClose = new CountDownLatch(1);
        try (AsyncHttpPool pool = async()) {
            assertThat(Answers.text(pool.send(simpleUpload()))).isEqualTo("large");
            mayClose.countDown();
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
            assertThat(pool.snapshot().idle()).isZero();
        }
    }

    private static AsyncHttpPool async() {
        return PatientPool.builder("early").protocol(Protocol.HTTP_1_1).buildAsync();
    }

    /** The server closes at once, or a little later; either way its response arrives before the connection is reset. */
    @ParameterizedTest
    @ValueSource(ints = {0, 50})
    void tellsEveryCallerWhoseServerClosesBeforeItHasTheRest(int millis) throws IOException {
        lingerMillis = millis;
        try (HttpPool blocking = PatientPool.builder("early").build();
                AsyncHttpPool pool = async()) {
            for (int i = 0; i < 20; i++) {
                assertThat(ClientCalls.send(blocking.client(), upload())).isEqualTo("413 large");
                assertThat(ClientCalls.send(pool.blockingClient(), upload())).isEqualTo("413 large");
                assertThat(Answers.text(pool.send(simpleUpload()))).isEqualTo("large");
            }
        }
    }

    @Test
    void tellsCallersOfAnAsynchronousPoolThroughTls() throws IOException {
        listening.close();
        TestCertificates certificates = TestCertificates.trusted();
        scheme = "https";
        start(certificates
                .serverContext()
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress()));
        try (AsyncHttpPool pool = PatientPool.builder("early")
                .protocol(Protocol.HTTP_1_1)
                .sslContext(certificates.clientContext())
                .buildAsync()) {
            for (int i = 0; i < 20; i++) {
                assertThat(ClientCalls.send(pool.blockingClient(), upload())).isEqualTo("413 large");
                assertThat(Answers.text(pool.send(simpleUpload()))).isEqualTo("large");
            }
        }
    }
}
