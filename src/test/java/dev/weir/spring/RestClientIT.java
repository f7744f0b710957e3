package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.ManagedPool;
import dev.weir.event.PoolSnapshot;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

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

    @Nested
    class Reactive {
        @Test
        void usesAnAsynchronousPool() {
            BootApp.run(context -> {
                WebClient one = context.getBean(WebClient.Builder.class).build();
                WebClient other = context.getBean(WebClient.Builder.class).build();

                assertThat(get(one)).isEqualTo("hello").isEqualTo(get(other));

                // A caller may have the last byte a moment before its connection is back.
                assertThat(server.accepted()).isBetween(1, 2);
                assertThat(context.getBean(HttpPools.class).pools())
                        .singleElement()
                        .isInstanceOf(AsyncHttpPool.class)
                        .extracting(ManagedPool::name)
                        .isEqualTo("default-async");
            });
        }

        @Test
        void releasesTheConnectionOfACanceledRequest() {
            CountDownLatch arrived = new CountDownLatch(1);
            CountDownLatch never = new CountDownLatch(1);
            server.handler(exchange -> {
                arrived.countDown();
                exchange.await(never).ok("late");
            });
            BootApp.run(
                    context -> {
                        WebClient client =
                                context.getBean(WebClient.Builder.class).build();
                        Disposable served = request(client).subscribe();
                        BootApp.await(() -> arrived.getCount() == 0);
                        Disposable waiting = request(client).subscribe();
                        BootApp.await(() -> snapshot(context).pending() == 1);

                        waiting.dispose();
                        BootApp.await(() -> snapshot(context).pending() == 0);
                        served.dispose();
                        BootApp.await(() -> snapshot(context).leased() == 0);

                        assertThat(server.requests()).isEqualTo(1);
                    },
                    "weir.defaults.max-total=1",
                    "weir.defaults.timeouts.pool-wait=30s");
            never.countDown();
        }

        private Mono<Void> request(WebClient client) {
            return client.get().uri(server.uri("/")).retrieve().bodyToMono(Void.class);
        }

        private static PoolSnapshot snapshot(ConfigurableApplicationContext context) {
            return context.getBean(HttpPools.class)
                    .find("default-async")
                    .orElseThrow()
                    .snapshot();
        }

        @Test
        void usesAPoolByItsName() {
            BootApp.run(
                    context -> {
                        WebClient client = WebClient.builder()
                                .apply(context.getBean(HttpPools.class).webClient("search"))
                                .build();

                        get(client);

                        assertThat(context.getBean(HttpPools.class)
                                        .find("search")
                                        .orElseThrow()
                                        .config()
                                        .maxTotal())
                                .isEqualTo(44);
                    },
                    "weir.pools.search.max-total=44");
        }

        @Test
        void sharesOnePoolWithBlockingClientsThatNegotiate() {
            BootApp.run(
                    context -> {
                        assertThat(get(BootApp.restClient(context), server.uri("/")))
                                .isEqualTo("hello");
                        // A caller may have the last byte a moment before its connection is back.
                        BootApp.await(() -> pool(context).snapshot().leased() == 0);
                        assertThat(get(context.getBean(WebClient.Builder.class).build()))
                                .isEqualTo("hello");

                        assertThat(server.accepted()).isEqualTo(1);
                        assertThat(pool(context)).isInstanceOf(AsyncHttpPool.class);
                        assertThat(context.getBean(HttpPools.class).pools()).hasSize(1);
                    },
                    "weir.defaults.protocol=negotiate");
        }

        @Test
        void refusesABlockingClientWhereTheResponseArrives() {
            BootApp.run(context -> {
                RestClient blocking = BootApp.restClient(context);
                Mono<String> nested = context.getBean(WebClient.Builder.class)
                        .build()
                        .get()
                        .uri(server.uri("/"))
                        .retrieve()
                        .bodyToMono(String.class)
                        .map(first -> get(blocking, server.uri("/")));

                assertThatThrownBy(() -> nested.block(Duration.ofSeconds(30)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("must not wait for a response");
            });
        }

        private static ManagedPool pool(ConfigurableApplicationContext context) {
            return context.getBean(HttpPools.class).find("default").orElseThrow();
        }

        private String get(WebClient client) {
            return String.valueOf(client.get()
                    .uri(server.uri("/"))
                    .retrieve()
                    .bodyToMono(String.class)
                    .block(Duration.ofSeconds(10)));
        }

        private static String get(RestClient client, URI uri) {
            return String.valueOf(client.get().uri(uri).retrieve().body(String.class));
        }
    }
}
