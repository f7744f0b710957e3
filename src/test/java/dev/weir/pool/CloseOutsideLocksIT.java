package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CloseOutsideLocksIT {

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch mayClose = new CountDownLatch(1);
    private final AtomicBoolean closingFails = new AtomicBoolean();
    private final AtomicInteger closing = new AtomicInteger();
    private LoopbackServer server;
    private LoopbackServer other;

    @BeforeEach
    void startServers() {
        server = LoopbackServer.http().start();
        other = LoopbackServer.http().start();
    }

    @AfterEach
    void stopServers() {
        release.countDown();
        mayClose.countDown();
        server.close();
        other.close();
    }

    /** Makes connections that close when the test allows it. */
    private HttpConnectionFactory<ManagedHttpClientConnection> slowToClose() {
        return socket -> {
            ManagedHttpClientConnection real = ManagedHttpClientConnectionFactory.INSTANCE.createConnection(socket);
            return (ManagedHttpClientConnection) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {ManagedHttpClientConnection.class},
                    (proxy, method, arguments) -> {
                        boolean closes = method.getName().equals("close");
                        if (closes) {
                            closing.incrementAndGet();
                            PoolFetch.await(mayClose);
                        }
                        try {
                            return method.invoke(real, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        } finally {
                            failIfAsked(closes);
                        }
                    });
        };
    }

    private void failIfAsked(boolean closes) {
        if (closes && closingFails.get()) {
            throw new IllegalStateException("on purpose");
        }
    }

    private HttpPool pool() {
        return PatientPool.builder("test").connectionFactory(slowToClose()).build();
    }

    private void fill(HttpPool pool, LoopbackServer target, int connections) throws Exception {
        List<PoolCall<String>> calls = new ArrayList<>(
                PoolCall.start(connections, i -> PoolFetch.holding(pool.client(), target.origin(), release)));
        PoolCall.awaitUntil(
                () -> pool.snapshot().leased() == connections && pool.snapshot().dialing() == 0);
        release.countDown();
        for (PoolCall<String> call : calls) {
            call.get();
        }
        PoolBooks.atRest(pool);
    }

    @Test
    void connectionsThatAreSlowToCloseHoldUpNoOtherCaller() throws Exception {
        try (HttpPool pool = pool()) {
            fill(pool, server, 3);
            PoolCall<Void> evictor = PoolCall.start(() -> {
                pool.evictIdle();
                return null;
            });
            PoolCall.awaitUntil(() -> closing.get() == 1);

            PoolCall<String> same = PoolCall.start(() -> PoolFetch.get(pool, server));
            PoolCall<String> another = PoolCall.start(() -> PoolFetch.get(pool, other));

            assertThat(same.get()).isEqualTo("ok");
            assertThat(another.get()).isEqualTo("ok");
            assertThat(evictor.result()).isNotDone();
            mayClose.countDown();
            evictor.get();
            PoolBooks.atRest(pool);
            server.awaitOpen(1, PoolCall.PATIENCE);
        }
    }

    @Test
    void connectionThatFailsToCloseHarmsNothing() throws Exception {
        mayClose.countDown();
        closingFails.set(true);
        HttpPool pool = pool();
        fill(pool, server, 3);

        assertThatCode(pool::evictIdle).doesNotThrowAnyException();

        server.awaitOpen(0, PoolCall.PATIENCE);
        assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
        assertThatCode(pool::close).doesNotThrowAnyException();
        server.awaitOpen(0, PoolCall.PATIENCE);
    }
}
