package dev.weir;

import static dev.weir.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** The client as code sees it that is handed one. */
class PoolClientIT {

    private static RequestConfig configOf(CloseableHttpClient client) {
        return ((Configurable) client).getConfig();
    }

    @Test
    void tellsItsRequestConfig() {
        try (HttpPool pool = HttpPool.builder("test")
                .timeouts(timeouts -> timeouts.poolWait(Duration.ofMillis(300)))
                .build()) {
            RequestConfig config = configOf(pool.client());

            assertThat(config.getConnectionRequestTimeout()).isEqualTo(Timeout.ofMilliseconds(300));
            assertThat(config.isProtocolUpgradeEnabled()).isFalse();
            assertThat(config.getResponseTimeout()).isNull();
        }
    }

    @Test
    void tellsTheLongestWaitOfAnyRouteBecauseThePoolCutsTheOthers() {
        try (HttpPool pool = HttpPool.builder("test")
                .route(
                        "http://slow.test",
                        route -> route.timeouts(timeouts -> timeouts.poolWait(Duration.ofMillis(1_500))))
                .build()) {
            assertThat(configOf(pool.client()).getConnectionRequestTimeout().toDuration())
                    .isEqualTo(Duration.ofMillis(1_500));
        }
    }

    @Test
    void staysTheSameWhenThePoolChanges() {
        try (HttpPool pool = HttpPool.builder("test").build()) {
            CloseableHttpClient client = pool.client();
            pool.reconfigure(pool.config().toBuilder()
                    .timeouts(timeouts -> timeouts.poolWait(Duration.ofMillis(200)))
                    .build());

            assertThat(pool.client()).isSameAs(client);
            assertThat(configOf(client).getConnectionRequestTimeout()).isEqualTo(Timeout.ofMilliseconds(200));
        }
    }

    @Test
    void leavesThePoolOpenWhenItIsClosed() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("test").build()) {
            get(pool.client(), server.uri("/"));
            pool.client().close();
            pool.client().close(CloseMode.IMMEDIATE);

            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertThat(server.accepted()).isEqualTo(1);
        }
    }
}
