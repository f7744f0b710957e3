package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.web.reactive.function.client.WebClient;

/** A customizer that puts something else in place of a part of the pool is told so. */
class ReplacedPartsIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void refusesAnotherConnectionManagerOfReactiveClients() {
        BootApp.with(OtherManager.class)
                .test(context -> assertThatThrownBy(() -> context.getBean(WebClient.Builder.class)
                                .build()
                                .get()
                                .uri(server.uri("/"))
                                .retrieve()
                                .toBodilessEntity()
                                .block(Duration.ofSeconds(10)))
                        .isInstanceOf(IllegalStateException.class));

        assertThat(server.accepted()).isZero();
    }

    @Test
    void namesABuilderThatIsNoneOfHttpClients() {
        BootApp.with(Wrapper.class).test(context -> {
            Throwable failure = Assertions.catchThrowable(() -> BootApp.restClient(context)
                    .get()
                    .uri(server.uri("/"))
                    .retrieve()
                    .toBodilessEntity());

            assertThat(failure)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("A customizer returns dev.weir.spring.ReplacedPartsIT$Wrapper")
                    .hasMessageEndingWith("in place of HttpComponentsClientHttpRequestFactoryBuilder, and takes the"
                            + " requests away from the pool");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherManager {
        @Bean
        ClientHttpConnectorBuilderCustomizer<HttpComponentsClientHttpConnectorBuilder> replace() {
            return builder -> builder.withHttpClientCustomizer(
                    client -> client.setConnectionManager(new PoolingAsyncClientConnectionManager()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Wrapper {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<ClientHttpRequestFactoryBuilder<?>> wrap() {
            return builder -> settings -> new BufferingClientHttpRequestFactory(builder.build(settings));
        }
    }
}
