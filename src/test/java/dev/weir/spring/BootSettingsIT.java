package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.ManagedPool;
import dev.weir.config.Timeouts;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.http.client.FilteredHostException;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.InetAddressFilter;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/** Boot's own settings do what they did before. */
class BootSettingsIT {

    private final CountDownLatch never = new CountDownLatch(1);
    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        never.countDown();
        server.close();
    }

    @Test
    void keepsTheReadTimeout() {
        server.handler(exchange -> exchange.await(never).ok("late"));
        BootApp.run(
                context -> assertThatThrownBy(() -> get(context))
                        .isInstanceOf(ResourceAccessException.class)
                        .hasCauseInstanceOf(SocketTimeoutException.class),
                "spring.http.clients.read-timeout=200ms");
    }

    @Test
    void followsRedirectsUnlessToldNotTo() {
        server.handler(exchange -> {
            if (exchange.target().equals("/")) {
                exchange.respond(302, new byte[0], "Location", server.origin() + "/there");
            } else {
                exchange.ok("there");
            }
        });

        BootApp.run(context -> assertThat(get(context)).isEqualTo("there"));
        BootApp.run(
                context -> assertThat(BootApp.restClient(context)
                                .get()
                                .uri(server.uri("/"))
                                .retrieve()
                                .toBodilessEntity()
                                .getStatusCode()
                                .value())
                        .isEqualTo(302),
                "spring.http.clients.redirects=dont-follow");
    }

    @Test
    void keepsCookiesOnlyWhereAskedTo() {
        AtomicInteger withCookie = new AtomicInteger();
        server.handler(exchange -> {
            exchange.headers().first("Cookie").ifPresent(cookie -> withCookie.incrementAndGet());
            exchange.respond(200, new byte[0], "Set-Cookie", "user=1; Path=/");
        });

        BootApp.run(context -> getTwice(context));
        int byDefault = withCookie.getAndSet(0);
        BootApp.run(context -> getTwice(context), "spring.http.clients.cookie-handling=enable");

        assertThat(byDefault).isZero();
        assertThat(withCookie).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-1-1", "negotiate"})
    void refusesWhatTheAddressFilterDoes(String protocol) {
        BootApp.with(NoLoopback.class)
                .test(
                        context -> {
                            assertThatThrownBy(() -> get(context, localhost()))
                                    .isInstanceOf(FilteredHostException.class)
                                    .hasMessage("Filtered host 'localhost'");
                            assertThatThrownBy(() -> context.getBean(WebClient.Builder.class)
                                            .build()
                                            .get()
                                            .uri(localhost())
                                            .retrieve()
                                            .toBodilessEntity()
                                            .block(Duration.ofSeconds(10)))
                                    .hasStackTraceContaining("FilteredHostException: Filtered host 'localhost'");
                        },
                        "weir.defaults.protocol=" + protocol);

        assertThat(server.accepted()).isZero();
    }

    private URI localhost() {
        return URI.create("http://localhost:" + server.port() + "/");
    }

    @ParameterizedTest
    @ValueSource(classes = {Limiting.class, Trusting.class})
    void leavesClientsThatACustomizerChangesAsBootBuildsThem(Class<?> customizer) {
        try (LoopbackServer secure = LoopbackServer.https(TestCertificates.trusted())
                .handler(Handler.ok("hello"))
                .start()) {
            BootApp.with(customizer, Group.class).test(context -> {
                URI uri = customizer == Limiting.class ? server.uri("/") : secure.uri("/");

                assertThat(get(context, uri)).isEqualTo("hello");
                assertThat(context.getBean(Shop.class).get(uri)).isEqualTo("hello");
                assertLeft(context, "Blocking");
            });
        }
    }

    private static void assertLeft(ConfigurableApplicationContext context, String clients) {
        HttpPools pools = context.getBean(HttpPools.class);
        assertThat(pools.pools()).isEmpty();
        assertThat(pools.notes())
                .singleElement()
                .asString()
                .startsWith(clients + " HTTP clients run without Weir pools: the customizer 'changed' changes");
    }

    @Test
    void ignoresCustomizersOfOtherLibraries() {
        BootApp.with(OfTheJdk.class).test(context -> {
            get(context);

            assertThat(pool(context).name()).isEqualTo("default");
            assertThat(context.getBean(HttpPools.class).notes()).isEmpty();
        });
    }

    interface Shop {
        @GetExchange
        String get(URI uri);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "shop", types = Shop.class)
    static class Group {}

    @Configuration(proxyBeanMethods = false)
    static class Limiting {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> changed() {
            return builder -> builder.withConnectionManagerCustomizer(
                    manager -> manager.setMaxConnTotal(33).setMaxConnPerRoute(11));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Trusting {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> changed() {
            return builder -> builder.withTlsSocketStrategyFactory(bundle -> trusting());
        }
    }

    private static DefaultClientTlsStrategy trusting() {
        return new DefaultClientTlsStrategy(TestCertificates.trusted().clientContext());
    }

    @Configuration(proxyBeanMethods = false)
    static class OfTheJdk {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<JdkClientHttpRequestFactoryBuilder> changed() {
            return builder -> builder.withExecutor(Runnable::run);
        }
    }

    @Nested
    class Secured {

        private final LoopbackServer secure = LoopbackServer.https(TestCertificates.trusted())
                .handler(Handler.ok("secret"))
                .start();

        @AfterEach
        void stop() {
            secure.close();
        }

        @Test
        void trustsWhatTheBundleTrusts() {
            BootApp.run(context -> assertThatThrownBy(() -> get(context, secure.uri("/")))
                    .isInstanceOf(ResourceAccessException.class));
            BootApp.with(Bundles.class)
                    .test(
                            context -> assertThat(get(context, secure.uri("/"))).isEqualTo("secret"),
                            "spring.http.clients.ssl.bundle=ours");
        }

        @Test
        void takesRenewedKeysForClientsThatAreMadeLater() {
            BootApp.with(OutdatedBundles.class)
                    .test(
                            context -> {
                                RestClient early = BootApp.restClient(context);
                                context.getBean(DefaultSslBundleRegistry.class)
                                        .updateBundle("ours", bundle(TestCertificates.trusted()));

                                assertThat(get(early, secure.uri("/"))).isEqualTo("secret");
                                assertThat(get(context, secure.uri("/"))).isEqualTo("secret");
                                assertThat(get(named(context), secure.uri("/"))).isEqualTo("secret");
                                assertThat(context.getBean(HttpPools.class).pools())
                                        .extracting(ManagedPool::name)
                                        .containsExactly("default", "payments");
                            },
                            "spring.http.clients.ssl.bundle=ours");
        }

        private RestClient named(ConfigurableApplicationContext context) {
            return RestClient.builder()
                    .apply(context.getBean(HttpPools.class).restClient("payments"))
                    .build();
        }
    }

    @Nested
    class Times {

        @Test
        void leavesOurDefaultsAsTheyAreBesideBootsValues() {
            BootApp.run(
                    context -> {
                        getInTime(context);

                        Timeouts times = pool(context).config().timeouts();
                        assertThat(times.read()).isEqualTo(Duration.ofMillis(300));
                        assertThat(times.connect()).isEqualTo(Duration.ofSeconds(2));
                        assertThat(times.poolWait()).isEqualTo(Duration.ofSeconds(1));
                        assertThat(times.total()).isZero();
                        assertThat(pool(context).diagnose().findings())
                                .anySatisfy(finding ->
                                        assertThat(finding.evidence()).contains("clients.read-timeout = 300ms"));
                    },
                    "spring.http.clients.read-timeout=300ms",
                    "weir.defaults.max-total=150");
        }

        // A busy machine may need longer than the times allow.
        private void getInTime(ConfigurableApplicationContext context) {
            try {
                get(context);
            } catch (ResourceAccessException e) {
                assertThat(e).hasRootCauseInstanceOf(IOException.class);
            }
        }

        @Test
        void startsWithAnOrderThatBootAloneBreaks() {
            BootApp.run(
                    context -> {
                        get(context);

                        assertThat(pool(context).config().timeouts().connect()).isEqualTo(Duration.ofSeconds(10));
                        assertThat(pool(context).diagnose().findings())
                                .anySatisfy(finding -> assertThat(finding.evidence())
                                        .contains("clients.connect-timeout = 10s", "clients.read-timeout = 5s"));
                    },
                    "spring.http.clients.connect-timeout=10s",
                    "spring.http.clients.read-timeout=5s");
        }
    }

    private String get(ConfigurableApplicationContext context) {
        return get(context, server.uri("/"));
    }

    private static String get(ConfigurableApplicationContext context, URI uri) {
        return get(BootApp.restClient(context), uri);
    }

    private static String get(RestClient client, URI uri) {
        return String.valueOf(client.get().uri(uri).retrieve().body(String.class));
    }

    private void getTwice(ConfigurableApplicationContext context) {
        get(context);
        get(context);
    }

    private static ManagedPool pool(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class).find("default").orElseThrow();
    }

    static SslBundle bundle(TestCertificates certificates) {
        return new ContextBundle(certificates.clientContext());
    }

    @Configuration(proxyBeanMethods = false)
    static class NoLoopback {
        @Bean
        InetAddressFilter filter() {
            return address -> !address.isLoopbackAddress();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OutdatedBundles {
        @Bean
        DefaultSslBundleRegistry bundles() {
            return new DefaultSslBundleRegistry("ours", bundle(TestCertificates.untrusted()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Bundles {
        @Bean
        DefaultSslBundleRegistry bundles() {
            return new DefaultSslBundleRegistry("ours", bundle(TestCertificates.trusted()));
        }
    }
}
