package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.diagnosis.Finding;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code that blocks on a thread that others need is named, with its place and what does not go on. */
@Tag("faults")
@Timeout(120)
@SuppressWarnings("FutureReturnValueIgnored") // their callbacks hear of them, or nothing has to
class HeldUpThreadsFaultIT {

    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stop() {
        released.countDown();
        server.close();
    }

    private void block() {
        blocked.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class BlockingListener implements PoolListener {
        @Override
        public void onEvent(PoolEvent event) {
            if (event instanceof PoolEvent.ConnectionClosed) {
                block();
            }
        }
    }

    private final class BlockingCallback implements FutureCallback<SimpleHttpResponse> {
        @Override
        public void completed(SimpleHttpResponse result) {
            block();
        }

        @Override
        public void failed(Exception cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void cancelled() {
            throw new AssertionError();
        }
    }

    private static HttpPoolBuilder idling(String name) {
        return HttpPool.builder(name)
                .eviction(e -> e.idle(Duration.ofMillis(300)).validateAfter(Duration.ofMillis(100)))
                .keepAlive(k -> k.max(Duration.ofMillis(250)));
    }

    private static boolean tells(ManagedPool pool, String what) {
        return pool.diagnose().findings().stream().map(Finding::toString).anyMatch(text -> text.contains(what));
    }

    @Test
    void aListenerThatBlocksTheMaintenance() throws Exception {
        try (HttpPool bad = idling("bad").listener(new BlockingListener()).build();
                HttpPool good = idling("good").build()) {
            PoolCall.awaitUntil(() -> !tells(good, "weir-maintenance"));
            PoolFetch.get(bad, server);
            assertThat(blocked.await(30, TimeUnit.SECONDS)).isTrue();
            PoolFetch.get(good, server);

            PoolCall.awaitUntil(() -> tells(good, "'weir-maintenance' has been busy for"));
            PoolCall.awaitUntil(() -> tells(good, "This pool is not maintained"));
            assertThat(good.diagnose().findings())
                    .anySatisfy(finding -> assertThat(finding.evidence())
                            .contains("pool 'bad'", BlockingListener.class.getName() + ".connectionClosed")
                            .contains("no eviction"));
            released.countDown();

            PoolCall.awaitUntil(() -> !tells(good, "weir-maintenance"));
            PoolCall.awaitUntil(() -> good.snapshot().idle() == 0);
        }
    }

    @Test
    void aCallbackThatBlocksHoldsUpNoConnectionsUnlessAskedTo() throws Exception {
        try (AsyncHttpPool bad = HttpPool.builder("bad")
                .reactorConfig(IOReactorConfig.custom().setIoThreadCount(1).build())
                .buildAsync()) {
            bad.client().execute(SimpleRequestBuilder.get(server.uri("/")).build(), new BlockingCallback());
            assertThat(blocked.await(30, TimeUnit.SECONDS)).isTrue();

            SimpleHttpResponse next = bad.client()
                    .execute(SimpleRequestBuilder.get(server.uri("/")).build(), null)
                    .get(30, TimeUnit.SECONDS);

            assertThat(next.getCode()).isEqualTo(200);
        }
    }
}
