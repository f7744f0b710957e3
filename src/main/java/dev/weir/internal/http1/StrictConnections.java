package dev.weir.internal.http1;

import dev.weir.config.PoolConfig;
import java.io.IOException;
import java.net.Socket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.jspecify.annotations.Nullable;

/** Makes the connections of a blocking pool according to its configuration. Thread-safe. */
public final class StrictConnections implements HttpConnectionFactory<ManagedHttpClientConnection> {

    // Replaced as a whole when the configuration changes.
    private volatile Http1Config http1;

    /**
     * Creates the factory.
     *
     * @param config the initial configuration
     */
    public StrictConnections(PoolConfig config) {
        this.http1 = config.http1Config();
    }

    /**
     * Uses another configuration for the next connections.
     *
     * @param next the configuration
     */
    public void reconfigure(PoolConfig next) {
        http1 = next.http1Config();
    }

    @Override
    public ManagedHttpClientConnection createConnection(@Nullable Socket socket) throws IOException {
        return StrictConnection.create(socket, http1);
    }
}
