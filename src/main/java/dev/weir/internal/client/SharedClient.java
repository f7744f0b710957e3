package dev.weir.internal.client;

import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;

/** A blocking client of a pool, which others use as well: closing it closes nothing. Thread-safe. */
public abstract class SharedClient extends CloseableHttpClient implements Configurable {

    /** Creates the client. */
    protected SharedClient() {}

    /**
     * Returns the client behind it, whose settings are also its own.
     *
     * @return a {@link Configurable} client
     */
    protected abstract ModalCloseable behind();

    @Override
    public final RequestConfig getConfig() {
        return ((Configurable) behind()).getConfig();
    }

    /** Leaves the pool open. */
    @Override
    public final void close() {
        close(CloseMode.GRACEFUL);
    }

    /** Leaves the pool open. */
    @Override
    public final void close(CloseMode mode) {
        // The code that built the pool closes it; closing a client "for good measure" must not close the pool.
    }
}
