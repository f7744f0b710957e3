package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.testserver.LoopbackServer;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.config.RequestConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Blocking clients that may speak HTTP/2 take settings of single requests as other clients do. */
class NegotiatingClientIT {

    private static final String LONG = "0123456789".repeat(1_000);
    private static final String NEGOTIATE = "weir.defaults.protocol=negotiate";

    private final CountDownLatch never = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> {
                if (exchange.target().equals("/silent")) {
                    never.await();
                }
                if (exchange.target().equals("/packed")) {
                    exchange.okPacked(LONG);
                    return;
                }
                exchange.respond(302, new byte[0], "Location", "/silent");
            })
            .start();

    @AfterEach
    void stop() {
        never.countDown();
        server.close();
    }

    @Test
    void keepItWhereARequestHasATimeoutOfItsOwn() {
        BootApp.with(WithoutRedirects.class)
                .test(
                        context -> {
                            RestClient client = RestClient.builder()
                                    .requestFactory(factory(context))
                                    .build();

                            assertThat(status(client)).isEqualTo(HttpStatus.FOUND);
                            assertThatThrownBy(() -> client.get()
                                            .uri(server.uri("/silent"))
                                            .retrieve()
                                            .toBodilessEntity())
                                    .hasCauseInstanceOf(SocketTimeoutException.class);
                        },
                        NEGOTIATE);
    }

    private HttpComponentsClientHttpRequestFactory factory(ConfigurableApplicationContext context) {
        status(BootApp.restClient(context));
        AsyncHttpPool pool =
                (AsyncHttpPool) context.getBean(HttpPools.class).find("default").orElseThrow();
        HttpComponentsClientHttpRequestFactory factory =
                new HttpComponentsClientHttpRequestFactory(pool.blockingClient());
        factory.setReadTimeout(Duration.ofSeconds(1));
        return factory;
    }

    private Object status(RestClient client) {
        return client.get().uri(server.uri("/")).exchange((request, response) -> response.getStatusCode());
    }

    @Configuration(proxyBeanMethods = false)
    static class WithoutRedirects {
        @Bean
        HttpPoolCustomizer withoutRedirects() {
            return (pool, builder) -> builder.customizeAsyncClient(client -> client.setDefaultRequestConfig(
                    RequestConfig.custom().setRedirectsEnabled(false).build()));
        }
    }
}
