package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Callers whose code blocks where they are told hold up themselves, and neither the time limits nor the callbacks of others.
 */
@Timeout(120)
@SuppressWarnings("FutureReturnValueIgnored") // their callbacks hear of them, or nothing has to
class BlockedCodeIT {

    private static final int BLOCKED = 10;

    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch blocked = new CountDownLatch(BLOCKED);
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> exchange.await(released).ok("late"))
            .start();

    @AfterEach
    void stop() {
        released.countDown();
        server.close();
    }

    private static AsyncHttpPool pool(String name, Duration poolWait, Duration total) {
        return HttpPool.builder(name)
                .maxTotal(1)
                .timeouts(t -> t.unordered()
                        .poolWait(poolWait)
                        .read(Duration.ofSeconds(60))
                        .total(total))
                .buildAsync();
    }

    private SimpleHttpRequest request() {
        return SimpleRequestBuilder.get(server.uri("/")).build();
    }

    private final class Blocking implements FutureCallback<SimpleHttpResponse> {
        @Override
        public void completed(SimpleHttpResponse result) {
            block();
        }

        @Override
        public void failed(Exception cause) {
            block();
        }

        @Override
        public void cancelled() {
            block();
        }

        private void block() {
            blocked.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** All of them wait for the one connection without success, and block when they are told. */
    private void blockCallers(AsyncHttpPool pool) throws InterruptedException {
        pool.client().execute(request(), null);
        server.awaitRequests(1, Duration.ofSeconds(30));
        for (int i = 0; i < BLOCKED; i++) {
            pool.client().execute(request(), new Blocking());
        }
        assertThat(blocked.await(60, TimeUnit.SECONDS)).as("all callers block").isTrue();
    }

    @Test
    void deadlinesOfAnotherPoolAreKept() throws Exception {
        try (AsyncHttpPool bad = pool("bad", Duration.ofMillis(100), Duration.ofSeconds(60));
                AsyncHttpPool good = pool("good", Duration.ofMillis(100), Duration.ofMillis(500))) {
            blockCallers(bad);

            Future<SimpleHttpResponse> call = good.client().execute(request(), null);
            Throwable failure = catchThrowable(() -> call.get(30, TimeUnit.SECONDS));

            assertThat(failure).hasCauseInstanceOf(TotalTimeoutException.class);
            PoolCall.awaitUntil(() -> good.snapshot().leased() == 0);
        }
    }
}
