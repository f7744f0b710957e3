package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.config.PoolConfig;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;
import reactor.core.publisher.Mono;

/** HTTP service interfaces in groups. */
class GroupsIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();
    private final String baseUrl = "spring.http.serviceclient.payments.base-url=" + server.origin();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void sharesTheDefaultPoolIfNothingIsSetForTheGroup() {
        BootApp.with(Blocking.class)
                .test(
                        context -> {
                            assertThat(context.getBean(Payments.class).get()).isEqualTo("hello");
                            assertThat(names(context)).containsExactly("default");
                        },
                        baseUrl);
    }

    /** A name that no pool may have is written in another way. */
    @Test
    void usesThePoolOfItsNameWithBootsSettings() {
        String group = "my shop/<b>";
        BootApp.with(Odd.class)
                .test(
                        context -> {
                            assertThat(context.getBean(Payments.class).get()).isEqualTo("hello");
                            RestClient.Builder client = context.getBean(RestClient.Builder.class);
                            client.apply(context.getBean(HttpPools.class).restClient(group))
                                    .build()
                                    .get()
                                    .uri(server.uri("/"))
                                    .retrieve()
                                    .toBodilessEntity();
                            assertThat(names(context)).containsExactly("my-shop-b-");
                            PoolConfig config = context.getBean(HttpPools.class)
                                    .find(group)
                                    .orElseThrow()
                                    .config();
                            assertThat(config.maxTotal()).isEqualTo(40);
                            assertThat(config.timeouts().read()).isEqualTo(Duration.ofSeconds(7));
                        },
                        "spring.http.serviceclient[" + group + "].base-url=" + server.origin(),
                        "spring.http.serviceclient[" + group + "].read-timeout=7s",
                        "weir.pools[" + group + "].max-total=40");
    }

    @Test
    void putsReactiveClientsOnAnAsynchronousPool() {
        BootApp.with(Reactive.class)
                .test(
                        context -> {
                            assertThat(context.getBean(ReactivePayments.class)
                                            .get()
                                            .block(Duration.ofSeconds(10)))
                                    .isEqualTo("hello");
                            assertThat(names(context)).containsExactly("payments-async");
                            assertThat(context.getBean(HttpPools.class).find("payments"))
                                    .isPresent();
                        },
                        baseUrl,
                        "weir.pools.payments.max-total=40");
    }

    private static List<String> names(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class).pools().stream()
                .map(ManagedPool::name)
                .toList();
    }

    interface Payments {
        @GetExchange("/")
        String get();
    }

    interface ReactivePayments {
        @GetExchange("/")
        Mono<String> get();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "payments", types = Payments.class)
    static class Blocking {}

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "payments", types = ReactivePayments.class, clientType = ClientType.WEB_CLIENT)
    static class Reactive {}

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "my shop/<b>", types = Payments.class)
    static class Odd {}

    /** A context in a context: both have the pools of the outer one. */
    @Nested
    class ParentContext {
        private final ConfigurableApplicationContext parent = BootApp.with().start();
        private final ConfigurableApplicationContext child = new SpringApplicationBuilder(BootApp.Application.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off")
                .parent(parent)
                .run();

        @AfterEach
        void stop() {
            child.close();
            parent.close();
            server.close();
        }

        @Test
        void sharesThePools() {
            assertThat(get(parent)).isEqualTo("hello");
            assertThat(get(child)).isEqualTo("hello");

            assertThat(server.accepted()).isEqualTo(1);
        }

        @Test
        void leavesThePoolsAloneWhenItCloses() {
            get(parent);

            child.close();

            assertThat(parent.getBean(HttpPools.class)
                            .find("default")
                            .orElseThrow()
                            .snapshot()
                            .idle())
                    .isEqualTo(1);
            assertThat(get(parent)).isEqualTo("hello");
        }

        private String get(ConfigurableApplicationContext context) {
            return String.valueOf(BootApp.restClient(context)
                    .get()
                    .uri(server.uri("/"))
                    .retrieve()
                    .body(String.class));
        }
    }
}
