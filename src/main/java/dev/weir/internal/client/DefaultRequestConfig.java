package dev.weir.internal.client;

import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the default request configuration of HttpClient's asynchronous clients. Its blocking clients expose it; these do
 * not, so this reads a field.
 */
final class DefaultRequestConfig {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    /** The default of a client without a customizer. */
    private static final RequestConfig OF_THE_POOL = RequestConfig.custom()
            .setConnectionRequestTimeout(Timeout.DISABLED)
            .setProtocolUpgradeEnabled(false)
            .build();

    private DefaultRequestConfig() {}

    static RequestConfig of(CloseableHttpAsyncClient client) {
        RequestConfig config = client instanceof Configurable told ? told.getConfig() : read(client);
        return config == null ? OF_THE_POOL : config;
    }

    private static @Nullable RequestConfig read(CloseableHttpAsyncClient client) {
        try {
            return Internals.read(client, client.getClass().getSuperclass(), "defaultConfig", RequestConfig.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Another version of HttpClient keeps it elsewhere: only changes by customizers are missed.
            LOG.debug("The default configuration of requests is unknown", e);
            return null;
        }
    }
}
