package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.Leases;
import dev.weir.internal.pool.StreamLease;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class StreamExchangeTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG =
            PoolConfig.builder("test").protocol(Protocol.HTTP_2).maxPerRoute(1).buildAsync();
    private static final HttpConnection IGNORED = new DefaultBHttpClientConnection(Http1Config.DEFAULT);
    private static final RequestChannel NOWHERE = (request, details, context) -> {};

    private final AsyncPool pool = AsyncPoolManager.pool(CONFIG, List.of(), System::nanoTime);
    private final StreamLease lease = Leases.of(pool, ROUTE).join();
    private final AsyncConnection connection = multiplexed();
    private final Frames frames = connection.frames;

    private AsyncConnection multiplexed() {
        AsyncConnection made = (AsyncConnection) Objects.requireNonNull(lease.transport());
        made.multiplex();
        return made;
    }

    private StreamExchange exchange(Caller caller) {
        return new StreamExchange(connection, caller, null, null, HttpCoreContext.create(), lease, 0);
    }

    @Test
    void aRequestOfWhichItWasSaidThatItIsNotExecutedIsNotSentLater() {
        Caller caller = new Caller();
        StreamExchange queued = exchange(caller);

        queued.failed(new ConnectionClosedException("The peer does not answer"));

        assertThat(caller.failure).succeedsWithin(20, TimeUnit.SECONDS).isInstanceOf(RequestNotExecutedException.class);
        assertThatThrownBy(() -> queued.produceRequest(NOWHERE, HttpCoreContext.create()))
                .isInstanceOf(ConnectionClosedException.class);
        assertThat(caller.sent).hasValue(0);
    }

    @Test
    void aRequestThatWasSentMayHaveBeenExecuted() throws Exception {
        Caller caller = new Caller();
        StreamExchange sent = exchange(caller);
        sent.produceRequest(NOWHERE, HttpCoreContext.create());

        sent.failed(new ConnectionClosedException("The peer does not answer"));

        assertThat(caller.failure).succeedsWithin(20, TimeUnit.SECONDS).isInstanceOf(ConnectionClosedException.class);
    }

    @Test
    void aPlaceComesBackThoughItsCallerGivesItUpWhileItsStreamCloses() throws Exception {
        int places = connection.streams();
        ExecutorService other = Executors.newSingleThreadExecutor();
        CyclicBarrier start = new CyclicBarrier(2);
        try {
            for (int round = 0; round < 2_000; round++) {
                StreamExchange exchange = exchange(new Caller());
                exchange.produceRequest(NOWHERE, HttpCoreContext.create());
                Future<?> closing = other.submit(() -> {
                    start.await(20, TimeUnit.SECONDS);
                    exchange.releaseResources();
                    return null;
                });
                start.await(20, TimeUnit.SECONDS);
                exchange.end.abandon();
                closing.get(20, TimeUnit.SECONDS);
            }
        } finally {
            other.shutdownNow();
        }

        assertThat(connection.streams()).isEqualTo(places);
    }

    /** Begins an exchange on stream 1, which has a window of 1,000 bytes. */
    private StreamExchange begun(Caller caller) throws Exception {
        connection.frames.receivesBy(new Coding(
                Http1Config.DEFAULT,
                H2Config.custom().setInitialWindowSize(1_000).build(),
                1_000_000));
        StreamExchange exchange = exchange(caller);
        exchange.produceRequest(NOWHERE, HttpCoreContext.create());
        exchange.became(1);
        return exchange;
    }

    private void framed(int streamId, int flags) {
        frames.onFrameInput(IGNORED, streamId, new RawFrame(FrameType.DATA.getValue(), flags, streamId, null));
    }

    @Test
    void aStreamThatItsServerHasEndedIsGrantedNothing() throws Exception {
        List<Integer> granted = new ArrayList<>();
        Caller caller = new Caller();
        StreamExchange exchange = begun(caller);
        exchange.updateCapacity(granted::add);
        framed(1, 0);
        exchange.consume(ByteBuffer.allocate(900));
        Objects.requireNonNull(caller.window).update(100);

        framed(1, FrameFlag.END_STREAM.getValue());
        exchange.consume(ByteBuffer.allocate(100));

        assertThat(granted).isEmpty();
    }

    @Test
    void aStreamIsGrantedWhatItMayUseThoughAnotherHasEnded() throws Exception {
        List<Integer> granted = new ArrayList<>();
        Caller caller = new Caller();
        StreamExchange exchange = begun(caller);
        framed(3, FrameFlag.END_STREAM.getValue());

        exchange.updateCapacity(granted::add);
        Objects.requireNonNull(caller.window).update(250);

        assertThat(granted).containsExactly(250);
    }

    @Test
    void aCallerKeepsWhatItHoldsWhileItReads() throws Exception {
        Caller caller = new Caller();
        StreamExchange exchange = begun(caller);
        caller.onData = () -> {
            exchange.silent(1);
            assertThat(caller.failure).succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(caller.released).hasValue(0);
        };

        exchange.consume(ByteBuffer.allocate(1));

        assertThat(caller.released).hasValue(1);
        caller.onData = () -> fail("it has released what it reads with");
        exchange.consume(ByteBuffer.allocate(1));
    }

    private static final class Caller implements AsyncClientExchangeHandler {
        final CompletableFuture<Exception> failure = new CompletableFuture<>();
        final AtomicInteger sent = new AtomicInteger();
        final AtomicInteger released = new AtomicInteger();
        Runnable onData = () -> {};

        @Nullable
        CapacityChannel window;

        @Override
        public void produceRequest(RequestChannel channel, HttpContext context) {
            sent.incrementAndGet();
        }

        @Override
        public void consumeResponse(HttpResponse response, EntityDetails details, HttpContext context) {}

        @Override
        public void consumeInformation(HttpResponse response, HttpContext context) {}

        @Override
        public void failed(Exception cause) {
            failure.complete(cause);
        }

        @Override
        public void cancel() {}

        @Override
        public int available() {
            return 0;
        }

        @Override
        public void produce(DataStreamChannel channel) {}

        @Override
        public void updateCapacity(CapacityChannel channel) {
            window = channel;
        }

        @Override
        public void consume(ByteBuffer bytes) {
            onData.run();
        }

        @Override
        public void streamEnd(List<? extends Header> trailers) {}

        @Override
        public void releaseResources() {
            released.incrementAndGet();
        }
    }
}
