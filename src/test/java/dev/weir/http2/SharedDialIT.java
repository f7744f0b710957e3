package dev.weir.http2;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.RequestDeadline;
import dev.weir.config.Protocol;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Callers with little patience share a dial with others, in a TLS handshake that takes longer: each ends by its own watch,
 * and the dial goes on for the rest.
 */
@SuppressWarnings("deprecation") // who sets a connect timeout of a request is heard
class SharedDialIT {

    private static final Duration SHORT = Duration.ofMillis(150);

    private final CountDownLatch handshake = new CountDownLatch(1);
    private final TestCertificates certificates = TestCertificates.trusted();
    private final FrameServer server = FrameServer.secured(
            certificates.serverContext(),
            handshake,
            connection -> connection.begin(100).serve());

    @AfterEach
    void stop() {
        handshake.countDown();
        server.close();
    }

    private AsyncHttpPool pool(Protocol protocol) {
        Duration wait = Duration.ofSeconds(30);
        return HttpPool.builder("shared")
                .sslContext(certificates.clientContext())
                .protocol(protocol)
                .timeouts(t ->
                        t.unordered().poolWait(wait).connect(wait).read(wait).total(Duration.ofSeconds(60)))
                .buildAsync();
    }

    private Future<SimpleHttpResponse> get(AsyncHttpPool pool) {
        return pool.client()
                .execute(SimpleRequestBuilder.get(server.uri() + "/").build(), null);
    }

    private static RequestConfig config(boolean byConnectTimeout) {
        return byConnectTimeout
                ? RequestConfig.custom().setConnectTimeout(Timeout.of(SHORT)).build()
                : RequestConfig.DEFAULT;
    }

    private static HttpClientContext context(boolean byConnectTimeout) {
        HttpClientContext context = HttpClientContext.create();
        if (!byConnectTimeout) {
            RequestDeadline.set(context, SHORT);
        }
        return context;
    }

    /** Sends a request that gives up soon, by one limit or the other. */
    private Throwable impatience(AsyncHttpPool pool, boolean isBlocking, boolean byConnectTimeout) {
        if (isBlocking) {
            HttpGet request = new HttpGet(server.uri() + "/");
            request.setConfig(config(byConnectTimeout));
            return catchThrowable(() -> pool.blockingClient()
                    .execute(
                            request,
                            context(byConnectTimeout),
                            response -> EntityUtils.toString(response.getEntity())));
        }
        SimpleHttpRequest request = SimpleRequestBuilder.get(server.uri() + "/").build();
        request.setConfig(config(byConnectTimeout));
        return failure(pool.client().execute(request, context(byConnectTimeout), null));
    }

    // The impatient caller is the one that begins the dial, or comes to it.
    @ParameterizedTest
    @CsvSource({
        "HTTP_2, true, false, true",
        "HTTP_2, false, false, false",
        "NEGOTIATE, true, false, true",
        "NEGOTIATE, false, false, true",
        "NEGOTIATE, true, false, false",
        "NEGOTIATE, false, false, false",
        "NEGOTIATE, true, true, true",
        "NEGOTIATE, false, true, false"
    })
    void goesOnForThePatient(Protocol protocol, boolean isFirst, boolean isBlocking, boolean byConnectTimeout)
            throws Exception {
        try (AsyncHttpPool pool = pool(protocol)) {
            PoolCall<Throwable> impatient = PoolCall.start(() -> {
                if (!isFirst) {
                    PoolCall.awaitUntil(() -> pool.snapshot().dialing() == 1);
                }
                return impatience(pool, isBlocking, byConnectTimeout);
            });
            if (isFirst) {
                PoolCall.awaitUntil(() -> pool.snapshot().dialing() == 1);
            }
            Future<SimpleHttpResponse> patient = get(pool);
            assertThat(impatient.get())
                    .isInstanceOf(byConnectTimeout ? ConnectTimeoutException.class : TotalTimeoutException.class);
            handshake.countDown();
            assertThat(text(patient)).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(1);
            PoolBooks.atRest(pool);
        }
    }
}
