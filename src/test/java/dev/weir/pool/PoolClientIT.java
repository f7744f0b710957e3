package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.Test;

/** The client as code sees it that is handed one. */
class PoolClientIT {

    private static RequestConfig configOf(CloseableHttpClient client) {
        return ((Configurable) client).getConfig();
    }

    @Test
    void tellsItsRequestConfig() {
        try (HttpPool pool = HttpPool.builder("test").build()) {
            RequestConfig config = configOf(pool.client());

            assertThat(config.isProtocolUpgradeEnabled()).isFalse();
            assertThat(config.getResponseTimeout()).isNull();
        }
    }

    @Test
    void staysTheSameWhenThePoolChanges() {
        AtomicInteger made = new AtomicInteger();
        try (HttpPool pool = HttpPool.builder("test")
                .customizeClient(client -> client.setDefaultRequestConfig(RequestConfig.custom()
                        .setMaxRedirects(made.incrementAndGet())
                        .build()))
                .build()) {
            CloseableHttpClient client = pool.client();
            pool.reconfigure(pool.config().toBuilder().redirects(false).build());

            assertThat(pool.client()).isSameAs(client);
            assertThat(configOf(client).getMaxRedirects()).isEqualTo(2);
        }
    }
}
