package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.PoolConfig;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.util.List;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.Test;

/** Sockets are closed, although what comes before that fails. */
class LastCloseTest {

    private final Socket socket = new Socket();

    private PooledConnection connectionThatFailsTo(String failing) throws Exception {
        ConnectionPool pool =
                new ConnectionPool(PoolConfig.builder("test").build(), List.of(), () -> 0, any -> delegate(failing));
        return pool.newConnection(pool.routes().of(new HttpRoute(new HttpHost("upstream.test", 80))));
    }

    private static ManagedHttpClientConnection delegate(String failing) {
        return (ManagedHttpClientConnection) Proxy.newProxyInstance(
                LastCloseTest.class.getClassLoader(),
                new Class<?>[] {ManagedHttpClientConnection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals(failing)) {
                        throw new AssertionError("on purpose");
                    }
                    return null;
                });
    }

    @Test
    void closesTheSocketThatHttpClientCouldNotKeep() throws Exception {
        PooledConnection connection = connectionThatFailsTo("bind");

        assertThatThrownBy(() -> connection.bind(socket)).isInstanceOf(AssertionError.class);
        connection.close(CloseMode.IMMEDIATE);

        assertThat(socket.isClosed()).isTrue();
    }

    @Test
    void closesTheSocketThatHttpClientFailsToClose() throws Exception {
        PooledConnection connection = connectionThatFailsTo("close");
        connection.bind(socket);

        assertThatThrownBy(() -> connection.close(CloseMode.IMMEDIATE)).isInstanceOf(AssertionError.class);

        assertThat(socket.isClosed()).isTrue();
    }
}
