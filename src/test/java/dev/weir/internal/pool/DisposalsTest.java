package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How connections are closed that the store gives up. */
class DisposalsTest {

    private final CompletableFuture<Object> closed = new CompletableFuture<>();
    private final Disposals disposals = new Disposals(() -> 0);

    private static ClassLoader loader() {
        return DisposalsTest.class.getClassLoader();
    }

    private static SSLSession session() {
        return (SSLSession)
                Proxy.newProxyInstance(loader(), new Class<?>[] {SSLSession.class}, (proxy, method, arguments) -> null);
    }

    private ManagedHttpClientConnection recorded(@Nullable SSLSession session) {
        return (ManagedHttpClientConnection) Proxy.newProxyInstance(
                loader(), new Class<?>[] {ManagedHttpClientConnection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed.complete(arguments[0]);
                    }
                    return method.getName().equals("getSSLSession") ? session : null;
                });
    }

    private PooledConnection dialing(@Nullable SSLSession session) throws Exception {
        ConnectionPool pool =
                new ConnectionPool(PoolConfig.builder("test").build(), List.of(), () -> 0, socket -> recorded(session));
        return pool.newConnection(pool.routes().of(new HttpRoute(new HttpHost("upstream.test", 80))));
    }

    private PooledConnection established(@Nullable SSLSession session) throws Exception {
        PooledConnection connection = dialing(session);
        connection.opened(0);
        return connection;
    }

    private void assertClosed(CloseMode how) {
        assertThat(closed).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(how);
    }

    @ParameterizedTest
    @EnumSource(CloseMode.class)
    void aConnectionWithTlsIsClosedAsTheStoreAsks(CloseMode asked) throws Exception {
        disposals.dispose(established(session()), asked);

        assertClosed(asked);
    }

    @ParameterizedTest
    @EnumSource(CloseMode.class)
    void aConnectionWithoutTlsIsClosedInOrderBecauseThatTakesNoTime(CloseMode asked) throws Exception {
        disposals.dispose(established(null), asked);

        assertClosed(CloseMode.GRACEFUL);
    }

    @Test
    void aConnectionWithoutTlsIsCutAtTheEndOfItsPoolIfTheStoreAsksForThat() throws Exception {
        disposals.shuttingDown();

        disposals.dispose(established(null), CloseMode.IMMEDIATE);

        assertClosed(CloseMode.IMMEDIATE);
    }

    @Test
    void aDialIsCut() throws Exception {
        disposals.dispose(dialing(null), CloseMode.GRACEFUL);

        assertClosed(CloseMode.IMMEDIATE);
    }

    @ParameterizedTest
    @EnumSource(CloseMode.class)
    void aSharedConnectionIsClosedAsTheStoreAsks(CloseMode asked) throws Exception {
        PoolConfig config = PoolConfig.builder("test").buildAsync();
        FakeTransport transport = new FakeTransport();
        AsyncPool pool = new AsyncPool(config, List.of(), () -> 0, any -> transport);
        ToldLease told = new ToldLease();
        pool.lease(new HttpRoute(new HttpHost("upstream.test", 80)), null, LeaseTerms.ANY, Timeout.DISABLED, told);
        told.lease().join();
        transport.books().opened(0);

        disposals.dispose(transport.books(), asked);

        assertThat(transport.closes).containsExactly(asked);
    }
}
