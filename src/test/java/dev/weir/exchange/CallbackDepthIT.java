package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However many callers one event concerns, the stack does not grow with their number. */
@Tag("slow")
class CallbackDepthIT {

    private static final int CALLERS = 10_000;

    // One call of HttpClient's takes some eighty frames.
    private static final int DEEP = 300;

    private final AtomicLong deepest = new AtomicLong();

    private AsyncHttpPool pool = builder().buildAsync();

    private HttpPoolBuilder builder() {
        return HttpPool.builder("deep")
                .customizeAsyncClient(b -> b.addExecInterceptorLast("depth", this::measure))
                .sslContext(TestCertificates.trusted().clientContext())
                .maxPending(CALLERS)
                .timeouts(t -> t.unordered()
                        .poolWait(Duration.ofSeconds(50))
                        .connect(Duration.ofSeconds(50))
                        .read(Duration.ZERO)
                        .total(Duration.ZERO));
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private void measure(
            HttpRequest request,
            AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        measure();
        chain.proceed(request, body, scope, callback);
    }

    private void measure() {
        long frames = StackWalker.getInstance().walk(Stream::count);
        deepest.accumulateAndGet(frames, Math::max);
    }

    private Future<SimpleHttpResponse> get(String uri) {
        return pool.client().execute(SimpleRequestBuilder.get(uri).build(), new FutureCallback<>() {
            @Override
            public void completed(SimpleHttpResponse response) {
                measure();
            }

            @Override
            public void failed(Exception cause) {
                measure();
            }

            @Override
            public void cancelled() {}
        });
    }

    private List<Future<SimpleHttpResponse>> burst(String uri) {
        return IntStream.range(0, CALLERS).mapToObj(caller -> get(uri)).toList();
    }

    private static Throwable failure(Future<SimpleHttpResponse> answer) {
        Throwable thrown = catchThrowable(() -> answer.get(60, TimeUnit.SECONDS));
        return thrown instanceof ExecutionException failed && failed.getCause() != null ? failed.getCause() : thrown;
    }

    private void rebuild(HttpPoolBuilder builder) {
        pool.close();
        pool = builder.buildAsync();
    }

    @Test
    void oneAfterTheOtherFailsToDial() {
        rebuild(builder().protocol(Protocol.HTTP_1_1).maxPerRoute(1).dnsResolver(new Nowhere()));

        List<Future<SimpleHttpResponse>> answers = burst("http://nowhere.test/");

        assertThat(answers).allSatisfy(answer -> assertThat(failure(answer)).isInstanceOf(UnknownHostException.class));
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        assertThat(deepest.get()).isLessThan(DEEP);
        assertThat(pool.snapshot().routes()).allSatisfy(PoolBooks::balances);
    }

    @Test
    void aServerIsCutWhileAllWait() {
        rebuild(builder().maxPerRoute(2));
        try (Http2Server server = Http2Server.allowing(CALLERS)) {
            List<Future<SimpleHttpResponse>> answers = burst(server.uri() + "/held");
            PoolCall.awaitUntil(() -> server.held() == 200);
            server.cut();
            server.release();

            PoolCall.awaitUntil(() -> answers.stream().allMatch(Future::isDone));
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
            assertThat(deepest.get()).isLessThan(DEEP);
        }
    }

    private static final class Nowhere implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            throw new UnknownHostException(host);
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
