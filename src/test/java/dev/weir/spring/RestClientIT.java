package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.ManagedPool;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

class RestClientIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void usesThePoolCalledDefault() {
        BootApp.run(context -> {
            RestClient one = BootApp.restClient(context);
            RestClient other = BootApp.restClient(context);

            assertThat(get(one)).isEqualTo("hello").isEqualTo(get(other));

            assertThat(server.accepted()).isEqualTo(1);
            assertThat(names(context)).containsExactly("default");
        });
    }

    @Test
    void sharesThePoolWithEveryOtherBlockingClient() {
        BootApp.run(context -> {
            RestTemplate template = new RestTemplate(context.getBean(ClientHttpRequestFactory.class));

            get(BootApp.restClient(context));
            template.getForObject(server.uri("/"), String.class);

            assertThat(server.accepted()).isEqualTo(1);
            assertThat(names(context)).containsExactly("default");
        });
    }

    @Test
    void getsAPoolOfItsOwnForSettingsOfItsOwn() {
        BootApp.run(context -> {
            ClientHttpRequestFactoryBuilder<?> builder = context.getBean(ClientHttpRequestFactoryBuilder.class);
            HttpClientSettings settings = HttpClientSettings.defaults().withReadTimeout(Duration.ofSeconds(7));
            RestClient own =
                    RestClient.builder().requestFactory(builder.build(settings)).build();

            get(BootApp.restClient(context));
            get(own);

            assertThat(names(context)).containsExactly("default", "default-2");
            assertThat(pool(context, "default-2").config().timeouts().read()).isEqualTo(Duration.ofSeconds(7));
        });
    }

    @Test
    void namesThePropertyOfTheLimitThatWasHit() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.handler(exchange -> {
            arrived.countDown();
            exchange.await(goOn).ok("late");
        });
        BootApp.run(
                context -> {
                    RestClient client = BootApp.restClient(context);
                    CompletableFuture<String> holder = CompletableFuture.supplyAsync(() -> get(client));
                    try {
                        assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
                        assertThatThrownBy(() -> get(client))
                                .rootCause()
                                .isInstanceOf(PoolExhaustedException.class)
                                .message()
                                .contains("weir.defaults.routes.prices.max-connections")
                                .doesNotContain("maxConnections", "maxPerRoute", "poolWait");
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    } finally {
                        goOn.countDown();
                        holder.join();
                    }
                },
                "weir.defaults.routes.prices.target=" + server.origin(),
                "weir.defaults.routes.prices.max-connections=1",
                "weir.defaults.timeouts.pool-wait=50ms");
    }

    @Test
    void usesAPoolByItsName() {
        BootApp.run(
                context -> {
                    RestClient client = RestClient.builder()
                            .apply(context.getBean(HttpPools.class).restClient("payments"))
                            .build();

                    get(client);

                    assertThat(names(context)).containsExactly("payments");
                    assertThat(pool(context, "payments").config().maxTotal()).isEqualTo(7);
                },
                "weir.pools.payments.max-total=7",
                "weir.pools.payments.max-per-route=3");
    }

    @Test
    void losesItsPoolWithTheContext() {
        ConfigurableApplicationContext context = BootApp.with().start();
        RestClient client = BootApp.restClient(context);
        get(client);

        context.close();

        server.awaitOpen(0, Duration.ofSeconds(20));
        assertThatThrownBy(() -> get(client)).isInstanceOf(PoolClosedException.class);
    }

    private static List<String> names(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class).pools().stream()
                .map(ManagedPool::name)
                .toList();
    }

    private static ManagedPool pool(ConfigurableApplicationContext context, String name) {
        return context.getBean(HttpPools.class).find(name).orElseThrow();
    }

    private String get(RestClient client) {
        return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
    }
}
