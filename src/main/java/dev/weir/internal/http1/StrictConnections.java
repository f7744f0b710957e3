package dev.weir.internal.http1;

import dev.weir.config.PoolConfig;
import java.io.IOException;
import java.net.Socket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.jspecify.annotations.Nullable;

/** Makes the connections of a blocking pool according to its configuration. Thread-safe. */
public final class StrictConnections implements HttpConnectionFactory<ManagedHttpClientConnection> {

    // Replaced as a whole when the configuration changes.
    private volatile Coding coding;

    private record Coding(Http1Config http1, @Nullable CharCodingConfig chars) {
        static Coding of(PoolConfig config) {
            return new Coding(
                    config.http1().config(), config.http1().charCoding().orElse(null));
        }
    }

    /**
     * Creates the factory.
     *
     * @param config the initial configuration
     */
    public StrictConnections(PoolConfig config) {
        this.coding = Coding.of(config);
    }

    /**
     * Uses another configuration for the next connections.
     *
     * @param next the configuration
     */
    public void reconfigure(PoolConfig next) {
        coding = Coding.of(next);
    }

    @Override
    public ManagedHttpClientConnection createConnection(@Nullable Socket socket) throws IOException {
        Coding now = coding;
        return StrictConnection.create(socket, now.http1, now.chars);
    }
}
