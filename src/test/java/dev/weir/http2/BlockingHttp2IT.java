package dev.weir.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoginScheme;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 for blocking code. */
class BlockingHttp2IT {

    private final AsyncHttpPool pool = PatientPool.builder("h2")
            .sslContext(TestCertificates.trusted().clientContext())
            .buildAsync();

    @AfterEach
    void close() {
        pool.close();
    }

    private String send(ClassicHttpRequest request) throws IOException {
        return pool.blockingClient().execute(request, response -> EntityUtils.toString(response.getEntity()));
    }

    private String get(String uri) throws IOException {
        return send(ClassicRequestBuilder.get(uri).build());
    }

    @Test
    void logsNoUserInOnASharedConnection() throws IOException {
        try (Http2Server server = Http2Server.allowing(10);
                AsyncHttpPool own = PatientPool.builder("h2")
                        .sslContext(TestCertificates.trusted().clientContext())
                        .customizeAsyncClient(LoginScheme::allow)
                        .buildAsync()) {
            server.demandLogins();
            HttpClientContext alice = LoginScheme.contextOf("alice", "a");
            ClassicHttpRequest request = ClassicRequestBuilder.get(server.uri()).build();

            assertThatThrownBy(() -> own.blockingClient().execute(request, alice, HttpResponse::getCode))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageStartingWith(
                            server.uri() + " was not logged in to: connection-bound authentication (NTLM,"
                                    + " Negotiate) does not work over HTTP/2");

            assertThat(server.loginsBegun()).isZero();
            assertThat(server.requests()).isEqualTo(1);
            PoolCall.awaitUntil(() -> own.snapshot().leased() == 0);
        }
    }

    // Often, because what it went wrong by was a race.
    @RepeatedTest(5)
    void aResponseReachesItsCallerThoughThePoolClosesRightAfterIt() throws Exception {
        try (Http2Server server = Http2Server.allowing(100)) {
            PoolCall<String> call = PoolCall.start(() -> get(server.uri() + "/held"));
            PoolCall.awaitUntil(() -> server.held() == 1);
            PoolCall<Boolean> drain = PoolCall.start(() -> pool.drain(PoolCall.PATIENCE));
            PoolCall.awaitUntil(() -> !pool.isOpen());

            server.release();

            assertThat(call.get()).isEqualTo("/held");
            assertThat(drain.get()).isTrue();
        }
    }

    private static AsyncHttpPool priorKnowledge() {
        return HttpPool.builder("frames")
                .protocol(Protocol.HTTP_2)
                .maxPerRoute(1)
                .timeouts(t -> t.read(Duration.ZERO).total(Duration.ZERO))
                .buildAsync();
    }

    // Sends a head and a part of a body, and waits until the stream is reset.
    private static void awaitReset(FrameConnection connection, int bytes) throws IOException {
        int stream = connection.request();
        connection.head(stream);
        connection.data(stream, bytes);
        Frame reset = connection.next(Frame.RST_STREAM);
        assertThat(reset.stream()).isEqualTo(stream);
        assertThat(reset.payload()).containsExactly(0, 0, 0, FrameConnection.CANCEL);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000, 65_535})
    void aResponseThatIsClosedUnreadResetsItsStreamAtOnce(int bytes) throws Exception {
        try (AsyncHttpPool single = priorKnowledge();
                FrameServer server = FrameServer.playing(connection -> {
                    connection.begin(1);
                    awaitReset(connection, bytes);
                    connection.serve();
                })) {
            ClassicHttpResponse unread = single.blockingClient()
                    .executeOpen(
                            null, ClassicRequestBuilder.get(server.uri() + "/").build(), null);
            unread.close();

            assertThat(PoolFetch.get(single.blockingClient(), server.uri())).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void aResponseJustBeforeTheEndOfItsConnectionArrives() throws Exception {
        try (AsyncHttpPool single = priorKnowledge();
                FrameServer server = FrameServer.playing(connection -> {
                    connection.begin(1);
                    connection.answer(connection.request(), "last");
                    connection.close();
                })) {
            for (int i = 0; i < 50; i++) {
                assertThat(PoolFetch.get(single.blockingClient(), server.uri())).isEqualTo("last");
            }
        }
    }
}
