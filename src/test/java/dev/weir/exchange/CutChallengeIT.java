package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PoolBooks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A proxy that asks for credentials and closes the connection within the body of that response. */
@Timeout(60)
class CutChallengeIT {

    private static final String CUT_CHALLENGE = """
            HTTP/1.1 407 Proxy Authentication Required\r
            Proxy-Authenticate: Basic realm="proxy"\r
            Content-Length: 1000\r
            \r
            You are not\
            """;
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private ServerSocket proxy;

    @BeforeEach
    void listen() throws IOException {
        proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
    }

    // All of a request is read, so that closing the socket does not reset it, which may destroy what was sent.
    private void serve() {
        while (!proxy.isClosed()) {
            try (Socket socket = proxy.accept()) {
                String request = request(socket.getInputStream());
                String answer = request.contains("Proxy-Authorization: Basic") ? OK : CUT_CHALLENGE;
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // The test is over, or the client has closed the connection.
            }
        }
    }

    private static String request(InputStream in) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        String text = "";
        for (int next = in.read(); next >= 0; next = in.read()) {
            read.write(next);
            text = read.toString(StandardCharsets.US_ASCII);
            if (text.endsWith("\r\n\r\nbody")) {
                break;
            }
        }
        return text;
    }

    private HttpPoolBuilder through() {
        return HttpPool.builder("cut").protocol(Protocol.HTTP_1_1).proxy("http://127.0.0.1:" + proxy.getLocalPort());
    }

    private static SimpleHttpResponse post(AsyncHttpPool pool) throws Exception {
        return pool.client()
                .execute(
                        SimpleRequestBuilder.post("http://recs.weir.test/")
                                .setBody("body", ContentType.TEXT_PLAIN)
                                .build(),
                        null)
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void isAnsweredOnAnotherConnection() throws Exception {
        try (AsyncHttpPool pool =
                through().proxyCredentials("ann", "secret".toCharArray()).buildAsync()) {
            SimpleHttpResponse response = post(pool);

            assertThat(response.getCode()).isEqualTo(200);
            assertThat(response.getBodyText()).isEqualTo("ok");
            PoolBooks.atRest((ManagedPool) pool);
        }
    }

    @Test
    void isNoWholeResponseWithoutCredentials() {
        try (AsyncHttpPool pool = through().buildAsync()) {
            assertThatThrownBy(() -> post(pool)).hasCauseInstanceOf(ConnectionClosedException.class);

            PoolBooks.atRest((ManagedPool) pool);
        }
    }
}
