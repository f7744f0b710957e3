package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One reactor serves all asynchronous pools: what one of them does to it must not reach the others. */
@org.junit.jupiter.api.Timeout(120)
@SuppressWarnings("FutureReturnValueIgnored") // their callbacks hear of them, or nothing has to
class SharedReactorIT {

    private final LoopbackServer server = LoopbackServer.http().start();
    private final List<AsyncHttpPool> pools = new ArrayList<>();

    @AfterEach
    void stop() {
        pools.forEach(AsyncHttpPool::close);
        server.close();
    }

    private AsyncHttpPool pool(HttpPoolBuilder builder) {
        AsyncHttpPool pool = builder.buildAsync();
        pools.add(pool);
        return pool;
    }

    private AsyncHttpPool pool(String name) {
        return pool(HttpPool.builder(name));
    }

    private int get(AsyncHttpPool pool) throws Exception {
        return begin(pool, null).get(30, TimeUnit.SECONDS).getCode();
    }

    private Future<SimpleHttpResponse> begin(
            AsyncHttpPool pool, @Nullable FutureCallback<SimpleHttpResponse> callback) {
        return pool.client().execute(SimpleRequestBuilder.get(server.uri("/")).build(), callback);
    }

    private SimpleRequestProducer request() {
        return SimpleRequestProducer.create(
                SimpleRequestBuilder.get(server.uri("/")).build());
    }

    private static Set<String> ioThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("weir-io-"))
                .collect(Collectors.toSet());
    }

    private static void awaitUntil(BooleanSupplier condition) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - endNanos).isNegative();
            Thread.onSpinWait();
        }
    }

    @Test
    void theThreadsEndWithTheLastPoolAndComeBackWithTheNext() throws Exception {
        AsyncHttpPool first = pool("first");
        AsyncHttpPool second = pool("second");
        get(first);

        first.close();
        assertThat(get(second)).isEqualTo(200);
        second.close();

        awaitUntil(() -> ioThreads().isEmpty());
        assertThat(get(pool("third"))).isEqualTo(200);
    }

    @Test
    void callersAreCalledBackOnOtherThreads() throws Exception {
        CompletableFuture<String> thread = new CompletableFuture<>();

        begin(pool("told"), new Naming(thread));

        assertThat(thread.get(30, TimeUnit.SECONDS)).startsWith("weir-callback");
    }

    @Test
    void aBlockingCallOnAnIoThreadIsRefusedAtOnce() {
        AsyncHttpPool pool = pool("waiting");
        Future<Message<HttpResponse, Void>> call = pool.client()
                .execute(
                        request(),
                        OnIoThread.doing(() -> pool.blockingClient().execute(new HttpGet(server.uri("/")), r -> null)),
                        null,
                        null);

        assertThatThrownBy(() -> call.get(30, TimeUnit.SECONDS))
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasMessageMatching(
                        ".*The I/O thread 'weir-io-\\d+' must not wait for a response, which may have to arrive on "
                                + "this very thread: make the blocking call on another one, or call client\\(\\) of an "
                                + "asynchronous pool here");
    }

    @Test
    void aConsumerThatInterruptsItsThreadEndsNothing() throws Exception {
        AsyncHttpPool pool = pool("interrupting");
        get(pool);
        Set<String> before = ioThreads();

        pool.client()
                .execute(
                        request(), OnIoThread.doing(() -> Thread.currentThread().interrupt()), null, null)
                .get(30, TimeUnit.SECONDS);

        assertThat(get(pool)).isEqualTo(200);
        assertThat(ioThreads()).isEqualTo(before);
    }

    /** Acts on the I/O thread when the response begins. */
    private static final class OnIoThread extends BasicResponseConsumer<Void> {

        private interface Action {
            void run() throws IOException, InterruptedException;
        }

        private final Action action;

        private OnIoThread(Action action) {
            super(new DiscardingEntityConsumer<>());
            this.action = action;
        }

        static OnIoThread doing(Action action) {
            return new OnIoThread(action);
        }

        @Override
        public void consumeResponse(
                HttpResponse response,
                EntityDetails details,
                HttpContext context,
                FutureCallback<Message<HttpResponse, Void>> callback)
                throws HttpException, IOException {
            try {
                action.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            super.consumeResponse(response, details, context, callback);
        }
    }

    private static final class Naming implements FutureCallback<SimpleHttpResponse> {
        private final CompletableFuture<String> thread;

        Naming(CompletableFuture<String> thread) {
            this.thread = thread;
        }

        @Override
        public void completed(SimpleHttpResponse result) {
            thread.complete(Thread.currentThread().getName());
        }

        @Override
        public void failed(Exception cause) {
            thread.completeExceptionally(cause);
        }

        @Override
        public void cancelled() {
            thread.cancel(false);
        }
    }
}
