package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.Test;

class GracefulCloserTest {

    private final List<Object> closes = new ArrayList<>();
    private final ConnectionPool pool =
            new ConnectionPool(PoolConfig.builder("test").build(), List.of(), () -> 0, socket -> recorded());

    private ManagedHttpClientConnection recorded() {
        return (ManagedHttpClientConnection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ManagedHttpClientConnection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closes.add(arguments[0]);
                    }
                    return null;
                });
    }

    private void closeOn(Executor threads) throws Exception {
        RouteState route = pool.routes().of(new HttpRoute(new HttpHost("upstream.test", 80)));
        new GracefulCloser(threads).close(pool.newConnection(route));
    }

    @Test
    void closesTlsOnAThreadOfItsOwn() throws Exception {
        closeOn(Runnable::run);

        assertThat(closes).containsExactly(CloseMode.GRACEFUL);
    }

    @Test
    void cutsTheConnectionIfAllThreadsAreBusy() throws Exception {
        closeOn(task -> {
            throw new RejectedExecutionException("on purpose");
        });

        assertThat(closes).containsExactly(CloseMode.IMMEDIATE);
    }

    @Test
    void cutsTheConnectionIfNoThreadCanBeStarted() throws Exception {
        closeOn(task -> {
            throw new OutOfMemoryError("on purpose");
        });

        assertThat(closes).containsExactly(CloseMode.IMMEDIATE);
    }
}
