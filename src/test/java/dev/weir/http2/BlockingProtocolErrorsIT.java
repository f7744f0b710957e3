package dev.weir.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.RedirectException;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What blocking callers of an asynchronous pool get where HttpClient's blocking client has an error or a response of its
 * own.
 */
@Timeout(60)
class BlockingProtocolErrorsIT {

    private final AsyncHttpPool pool = PatientPool.builder("shop")
            .protocol(Protocol.HTTP_1_1)
            .customizeAsyncClient(client -> client.setDefaultCredentialsProvider(alice()))
            .buildAsync();

    private static BasicCredentialsProvider alice() {
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        credentials.setCredentials(
                new AuthScope(null, -1), new UsernamePasswordCredentials("alice", "secret".toCharArray()));
        return credentials;
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static LoopbackServer serving(Handler handler) {
        return LoopbackServer.http().handler(handler).start();
    }

    @Test
    void aRedirectInACircleIsAnErrorOfTheProtocol() {
        try (LoopbackServer server = serving(exchange -> exchange.respond(302, new byte[0], "Location", "/"))) {
            assertThatThrownBy(() ->
                            PoolFetch.get(pool.blockingClient(), server.uri("/").toString()))
                    .isInstanceOf(ClientProtocolException.class)
                    .hasMessageContaining("Circular redirect to '" + server.uri("/") + "'")
                    .hasCauseInstanceOf(RedirectException.class);
        }
    }

    @Test
    void aChallengeToABodyThatCanBeSentOnceIsTheResponse() throws Exception {
        try (LoopbackServer server = serving(exchange -> {
            exchange.body();
            exchange.respond(401, "who?".getBytes(StandardCharsets.UTF_8), "WWW-Authenticate", "Basic realm=\"shop\"");
        })) {
            ClassicHttpRequest request =
                    ClassicRequestBuilder.post(server.uri("/")).build();
            request.setEntity(new InputStreamEntity(
                    new ByteArrayInputStream(new byte[100]), ContentType.APPLICATION_OCTET_STREAM));

            String answer = pool.blockingClient()
                    .execute(
                            request, response -> response.getCode() + " " + EntityUtils.toString(response.getEntity()));

            assertThat(answer).isEqualTo("401 who?");
            assertThat(server.requests()).isEqualTo(1);
        }
    }
}
