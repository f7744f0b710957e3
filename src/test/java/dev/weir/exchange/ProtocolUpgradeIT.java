package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The offer to change to TLS. HttpClient makes it to proxies alone, many of which answer with 403. */
class ProtocolUpgradeIT {

    private static final URI TARGET = URI.create("http://shop.weir.test/");
    private static final RequestConfig OF_ONE_REQUEST =
            RequestConfig.custom().setResponseTimeout(Timeout.ofSeconds(30)).build();

    private LoopbackServer proxy;

    @BeforeEach
    void startProxy() {
        proxy = LoopbackServer.http()
                .handler(exchange ->
                        exchange.ok(exchange.headers().first("Upgrade").orElse("none")))
                .start();
    }

    @AfterEach
    void stopProxy() {
        proxy.close();
    }

    private HttpPoolBuilder throughProxy() {
        return PatientPool.builder("test").proxy(proxy.origin());
    }

    @Test
    void offerIsNotMadeToAProxy() throws IOException {
        try (HttpPool pool = throughProxy().build()) {
            assertThat(get(pool.client(), TARGET)).isEqualTo("200 none");
        }
    }

    @Test
    void isNotMadeWhereTheContextBringsAConfig() throws IOException {
        try (HttpPool pool = throughProxy().build()) {
            HttpClientContext context = HttpClientContext.create();
            context.setRequestConfig(OF_ONE_REQUEST);

            assertThat(send(pool.client(), new HttpGet(TARGET), context)).isEqualTo("200 none");
            assertThat(context.getRequestConfigOrDefault().getResponseTimeout()).isEqualTo(Timeout.ofSeconds(30));
        }
    }
}
