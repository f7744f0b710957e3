package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;

/** An application that brings a builder of its own keeps it, and is told so. */
class OwnBuilderIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void leavesBlockingClientsAloneAndSaysSo() {
        BootApp.with(Blocking.class).test(context -> {
            BootApp.restClient(context).get().uri(server.uri("/")).retrieve().toBodilessEntity();

            assertThat(context.getBean(HttpPools.class).pools()).isEmpty();
            assertThat(notices(context))
                    .containsExactly("Blocking HTTP clients run without pools of Weir: the application has a"
                            + " ClientHttpRequestFactoryBuilder of its own, the bean 'ourFactories'");
        });
    }

    @Test
    void leavesReactiveClientsAloneAndSaysSo() {
        BootApp.with(Reactive.class).test(context -> {
            context.getBean(WebClient.Builder.class)
                    .build()
                    .get()
                    .uri(server.uri("/"))
                    .retrieve()
                    .toBodilessEntity()
                    .block();

            assertThat(context.getBean(HttpPools.class).pools()).isEmpty();
            assertThat(notices(context))
                    .containsExactly("Reactive HTTP clients run without pools of Weir: the application has a"
                            + " ClientHttpConnectorBuilder of its own, the bean 'ourConnectors'");
        });
    }

    @Test
    void saysNothingWhereThePoolsAreInCharge() {
        BootApp.run(context -> assertThat(notices(context)).isEmpty());
    }

    @Test
    void saysNothingWhereAnotherLibraryWasChosen() {
        BootApp.with(Blocking.class)
                .test(context -> assertThat(notices(context)).isEmpty(), "spring.http.clients.imperative.factory=jdk");
    }

    private static List<String> notices(ConfigurableApplicationContext context) {
        return context.getBean(StartNotice.class).ownBuilders();
    }

    @Configuration(proxyBeanMethods = false)
    static class Blocking {
        @Bean
        ClientHttpRequestFactoryBuilder<?> ourFactories() {
            return ClientHttpRequestFactoryBuilder.jdk();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Reactive {
        @Bean
        ClientHttpConnectorBuilder<?> ourConnectors() {
            return ClientHttpConnectorBuilder.jdk();
        }
    }
}
