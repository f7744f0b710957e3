package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.Answers;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that redirects a request with {@code Expect: 100-continue} before it has read any of the body. */
@Timeout(60)
class RedirectedBeforeContinueIT {

    private static final int LENGTH = 2_000_000;

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private ServerSocket listening;

    @BeforeEach
    void start() throws IOException {
        listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread server = new Thread(this::accept);
        server.setDaemon(true);
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        listening.close();
    }

    private void accept() {
        try {
            for (; ; ) {
                Socket socket = listening.accept();
                Thread thread = new Thread(() -> serve(socket));
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // It is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                if (head.startsWith("PUT /a")) {
                    seen.add("a");
                    write(out, "HTTP/1.1 307 Elsewhere\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n");
                } else {
                    write(out, "HTTP/1.1 100 Continue\r\n\r\n");
                    seen.add("b " + in.readNBytes(LENGTH).length);
                    write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (head.toString().endsWith("\r\n\r\n")) {
                return head.toString();
            }
        }
        return "";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private String put(CloseableHttpClient client, HttpEntity body) throws IOException {
        HttpPut request = new HttpPut("http://127.0.0.1:" + listening.getLocalPort() + "/a");
        request.setEntity(body);
        request.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
        return ClientCalls.send(client, request);
    }

    static Stream<HttpEntity> bodies() {
        return Stream.of(
                new ByteArrayEntity(new byte[LENGTH], null),
                new InputStreamEntity(new ByteArrayInputStream(new byte[LENGTH]), LENGTH, null));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void getsTheBodyWhereItSendsItFromABlockingClient(HttpEntity body) throws Exception {
        try (AsyncHttpPool pool =
                PatientPool.builder("test").protocol(Protocol.HTTP_1_1).buildAsync()) {
            assertThat(put(pool.blockingClient(), body)).isEqualTo("200 ok");
        }
        assertThat(seen).containsExactly("a", "b " + LENGTH);
    }

    @Test
    void getsItFromAnAsynchronousClient() throws Exception {
        SimpleHttpRequest request = SimpleRequestBuilder.put("http://127.0.0.1:" + listening.getLocalPort() + "/a")
                .setBody(new byte[LENGTH], ContentType.APPLICATION_OCTET_STREAM)
                .setRequestConfig(
                        RequestConfig.custom().setExpectContinueEnabled(true).build())
                .build();
        try (AsyncHttpPool pool =
                PatientPool.builder("test").protocol(Protocol.HTTP_1_1).buildAsync()) {
            assertThat(Answers.text(pool.send(request))).isEqualTo("ok");
        }
        assertThat(seen).containsExactly("a", "b " + LENGTH);
    }
}
