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
import java.io.IOException;
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
import org.junit.jupiter.params.provider.EnumSource;

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

    private Throwable afterConnectTimeout(AsyncHttpPool pool) {
        SimpleHttpRequest request = SimpleRequestBuilder.get(server.uri() + "/").build();
        request.setConfig(config());
        return failure(pool.client().execute(request, null));
    }

    private Throwable afterDeadline(AsyncHttpPool pool) {
        HttpClientContext context = HttpClientContext.create();
        RequestDeadline.set(context, SHORT);
        return failure(pool.client()
                .execute(SimpleRequestBuilder.get(server.uri() + "/").build(), context, null));
    }

    private String blocking(AsyncHttpPool pool, RequestConfig config, HttpClientContext context) throws IOException {
        HttpGet request = new HttpGet(server.uri() + "/");
        request.setConfig(config);
        return pool.blockingClient().execute(request, context, response -> EntityUtils.toString(response.getEntity()));
    }

    private static RequestConfig config() {
        return RequestConfig.custom().setConnectTimeout(Timeout.of(SHORT)).build();
    }

    // The impatient caller is the one that begins the dial, or comes to it.
    private void assertGoesOn(Protocol protocol, boolean isFirst, Impatience impatience) throws Exception {
        try (AsyncHttpPool pool = pool(protocol)) {
            PoolCall<Throwable> impatient = PoolCall.start(() -> {
                if (!isFirst) {
                    PoolCall.awaitUntil(() -> pool.snapshot().dialing() == 1);
                }
                return impatience.failure(pool);
            });
            if (isFirst) {
                PoolCall.awaitUntil(() -> pool.snapshot().dialing() == 1);
            }
            Future<SimpleHttpResponse> patient = get(pool);

            assertThat(impatient.get()).isInstanceOfAny(ConnectTimeoutException.class, TotalTimeoutException.class);
            handshake.countDown();
            assertThat(text(patient)).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(1);
            PoolBooks.atRest(pool);
        }
    }

    private interface Impatience {
        Throwable failure(AsyncHttpPool pool) throws Exception;
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_2", "NEGOTIATE"})
    void goesOnAfterTheConnectTimeoutOfItsFirstCaller(Protocol protocol) throws Exception {
        assertGoesOn(protocol, true, this::afterConnectTimeout);
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_2", "NEGOTIATE"})
    void goesOnAfterTheConnectTimeoutOfALaterCaller(Protocol protocol) throws Exception {
        assertGoesOn(protocol, false, this::afterConnectTimeout);
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_2", "NEGOTIATE"})
    void goesOnAfterTheDeadlineOfItsFirstCaller(Protocol protocol) throws Exception {
        assertGoesOn(protocol, true, this::afterDeadline);
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_2", "NEGOTIATE"})
    void goesOnAfterTheDeadlineOfALaterCaller(Protocol protocol) throws Exception {
        assertGoesOn(protocol, false, this::afterDeadline);
    }

    private Throwable blockingAfterConnectTimeout(AsyncHttpPool pool) {
        return catchThrowable(() -> blocking(pool, config(), HttpClientContext.create()));
    }

    private Throwable blockingAfterDeadline(AsyncHttpPool pool) {
        HttpClientContext context = HttpClientContext.create();
        RequestDeadline.set(context, SHORT);
        return catchThrowable(() -> blocking(pool, RequestConfig.DEFAULT, context));
    }

    @ParameterizedTest
    @CsvSource({"HTTP_2, true", "HTTP_2, false", "NEGOTIATE, true", "NEGOTIATE, false"})
    void goesOnAfterTheConnectTimeoutOfABlockingCaller(Protocol protocol, boolean isFirst) throws Exception {
        assertGoesOn(protocol, isFirst, this::blockingAfterConnectTimeout);
    }

    @ParameterizedTest
    @CsvSource({"HTTP_2, true", "HTTP_2, false", "NEGOTIATE, true", "NEGOTIATE, false"})
    void goesOnAfterTheDeadlineOfABlockingCaller(Protocol protocol, boolean isFirst) throws Exception {
        assertGoesOn(protocol, isFirst, this::blockingAfterDeadline);
    }
}
