package dev.weir.exchange;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.CharBuffer;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.methods.AbstractCharResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.StreamChannel;
import org.apache.hc.core5.http.nio.entity.AbstractCharAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An Error in the code of a caller costs an asynchronous pool one connection at most, and none of its threads. */
class AsyncErrorsIT {

    // The threads take turns, so that each gets some.
    private static final int FRESH_CONNECTIONS = 2 * Runtime.getRuntime().availableProcessors();

    private final Error failure = new AssertionError("on purpose");
    private final AtomicBoolean failing = new AtomicBoolean(true);
    private final Http2Server server = Http2Server.allowing(100);

    private static HttpPoolBuilder builder(Protocol protocol) {
        return withoutTls(protocol).sslContext(TestCertificates.trusted().clientContext());
    }

    private static HttpPoolBuilder withoutTls(Protocol protocol) {
        return PatientPool.builder("errors").protocol(protocol).maxPerRoute(1);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private void failIfAsked() {
        if (failing.get()) {
            throw failure;
        }
    }

    private Future<SimpleHttpResponse> get(AsyncHttpPool pool) {
        return pool.client()
                .execute(SimpleRequestBuilder.get(server.uri() + "/hello").build(), null);
    }

    /** Fails on a new connection and, where there still is one, on a reused one. */
    private void assertSurvives(AsyncHttpPool pool) {
        for (int i = 0; i < 3; i++) {
            failing.set(true);
            assertThat(failure(get(pool))).hasRootCause(failure);
            assertIntact(pool);
            text(get(pool));
        }
    }

    private void assertIntact(AsyncHttpPool pool) {
        failing.set(false);
        PoolBooks.atRest(pool);
        for (int i = 0; i < FRESH_CONNECTIONS; i++) {
            pool.evictIdle();
            assertThat(text(get(pool))).isEqualTo("/hello");
        }
        PoolBooks.atRest(pool);
    }

    @ParameterizedTest
    @EnumSource
    void errorWhileACallerIsToldOfTheResponseCostsNoThread(Protocol protocol) {
        try (AsyncHttpPool pool = builder(protocol).buildAsync()) {
            Future<SimpleHttpResponse> answer = pool.client()
                    .execute(SimpleRequestBuilder.get(server.uri() + "/hello").build(), new Failing());

            assertThat(text(answer)).isEqualTo("/hello");
            assertIntact(pool);
        }
    }

    @ParameterizedTest
    @EnumSource
    void errorInAConsumerCostsNoThread(Protocol protocol) {
        try (AsyncHttpPool pool = builder(protocol).buildAsync()) {
            Future<SimpleHttpResponse> answer = pool.client()
                    .execute(
                            SimpleRequestProducer.create(SimpleRequestBuilder.get(server.uri() + "/hello")
                                    .build()),
                            new FailingConsumer(),
                            null);

            assertThat(failure(answer)).hasRootCause(failure);
            assertIntact(pool);
        }
    }

    @ParameterizedTest
    @EnumSource
    void errorInAProducerCostsNoThread(Protocol protocol) {
        try (AsyncHttpPool pool = builder(protocol).buildAsync()) {
            AsyncRequestProducer request = AsyncRequestBuilder.post(server.uri() + "/posted")
                    .setEntity(new FailingProducer())
                    .build();

            Future<SimpleHttpResponse> answer = pool.client().execute(request, new FailingConsumer(), null);

            assertThat(failure(answer)).hasRootCause(failure);
            assertIntact(pool);
        }
    }

    @ParameterizedTest
    @EnumSource
    void errorInAStepOfTheClientCostsNoThread(Protocol protocol) {
        try (AsyncHttpPool last = builder(protocol)
                        .customizeAsyncClient(b -> b.addExecInterceptorLast("failing", this::step))
                        .buildAsync();
                AsyncHttpPool first = builder(protocol)
                        .customizeAsyncClient(
                                b -> b.addExecInterceptorAfter(ChainElement.CONNECT.name(), "failing", this::step))
                        .buildAsync()) {
            assertSurvives(last);
            assertSurvives(first);
        }
    }

    private void step(
            HttpRequest request,
            AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        if (failing.get()) {
            throw new IllegalStateException(failure);
        }
        chain.proceed(request, body, scope, callback);
    }

    @ParameterizedTest
    @EnumSource
    void errorInTheTlsStrategyCostsNoThread(Protocol protocol) {
        try (AsyncHttpPool pool =
                withoutTls(protocol).asyncTlsStrategy(new FailingTls()).buildAsync()) {
            for (int i = 0; i < 3; i++) {
                pool.evictIdle();
                assertSurvivesDialing(pool);
            }
        }
    }

    private void assertSurvivesDialing(AsyncHttpPool pool) {
        failing.set(true);
        assertThat(failure(get(pool))).hasRootCause(failure);
        assertIntact(pool);
    }

    private final class FailingTls extends DefaultClientTlsStrategy {
        FailingTls() {
            super(TestCertificates.trusted().clientContext());
        }

        @Override
        public void upgrade(
                TransportSecurityLayer session,
                NamedEndpoint endpoint,
                Object attachment,
                Timeout limit,
                FutureCallback<TransportSecurityLayer> callback) {
            failIfAsked();
            super.upgrade(session, endpoint, attachment, limit, callback);
        }
    }

    private final class Failing implements FutureCallback<SimpleHttpResponse> {
        @Override
        public void completed(SimpleHttpResponse response) {
            throw failure;
        }

        @Override
        public void failed(Exception cause) {
            throw failure;
        }

        @Override
        public void cancelled() {
            throw failure;
        }
    }

    private final class FailingConsumer extends AbstractCharResponseConsumer<SimpleHttpResponse> {
        @Override
        protected void start(HttpResponse response, ContentType type) {}

        @Override
        protected int capacityIncrement() {
            return Integer.MAX_VALUE;
        }

        @Override
        protected void data(CharBuffer text, boolean isLast) {
            throw failure;
        }

        @Override
        protected SimpleHttpResponse buildResult() {
            return new SimpleHttpResponse(200);
        }

        @Override
        public void releaseResources() {}
    }

    /** Fails after the head, which has been sent. */
    private final class FailingProducer extends AbstractCharAsyncEntityProducer {
        private boolean begun;

        FailingProducer() {
            super(1_024, 1_024, ContentType.TEXT_PLAIN);
        }

        @Override
        protected int availableData() {
            return 1;
        }

        @Override
        protected void produceData(StreamChannel<CharBuffer> channel) throws IOException {
            if (begun) {
                throw failure;
            }
            begun = true;
            channel.write(CharBuffer.wrap("begin"));
        }

        @Override
        public boolean isRepeatable() {
            return false;
        }

        @Override
        public void failed(Exception cause) {}
    }
}
