package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import feign.Client;
import feign.Feign;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.hc5.ApacheHttp5Client;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/** Clients that are made without Boot's builders. */
class BypassIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void areNamedWithACure() {
        BootApp.with(Bypassing.class)
                .test(context -> assertThat(pools(context).bypasses())
                        .containsExactlyInAnyOrder(
                                BypassFinder.text("RestClient", "catalog", true),
                                BypassFinder.text("RestTemplate", "orders", true),
                                BypassFinder.text("WebClient", "news", true),
                                BypassFinder.text("HttpComponentsClientHttpRequestFactory", "recipe", true),
                                BypassFinder.text("HttpClient connection manager", "manager", false),
                                BypassFinder.text("feign.Client", "invoices", true),
                                BypassFinder.text("feign.Client", "retried", false))
                        .contains("The RestClient bean 'catalog' makes requests without a pool of Weir. Build it"
                                + " with the injected"
                                + " RestClient.Builder, or set weir.adopt=true; weir.adopt=false ends"
                                + " this warning"));
    }

    @Test
    void bypassingClientsAreAdopted() {
        BootApp.with(Bypassing.class)
                .test(
                        context -> {
                            String uri = server.uri("/").toString();
                            context.getBean("catalog", RestClient.class)
                                    .get()
                                    .uri(uri)
                                    .retrieve()
                                    .toBodilessEntity();
                            context.getBean("orders", RestTemplate.class).getForObject(uri, String.class);
                            context.getBean("news", WebClient.class)
                                    .get()
                                    .uri(uri)
                                    .retrieve()
                                    .bodyToMono(String.class)
                                    .block();

                            assertThat(pools(context).pools())
                                    .extracting(pool -> pool.name())
                                    .containsExactly("default", "default-async");
                            assertThat(pools(context).bypasses())
                                    .containsExactlyInAnyOrder(
                                            BypassFinder.text("HttpClient connection manager", "manager", false),
                                            BypassFinder.text("feign.Client", "retried", false));
                        },
                        "spring.http.clients.connect-timeout=30s",
                        "weir.adopt=true");
    }

    @Test
    void areAdoptedWhereTheirHttpClientIsWhatCounts() {
        BootApp.with(Recipe.class)
                .test(
                        context -> {
                            context.getBean("first", RestClient.class)
                                    .get()
                                    .uri(server.uri("/"))
                                    .retrieve()
                                    .toBodilessEntity();
                            assertThat(Feign.builder()
                                            .client(context.getBean(Client.class))
                                            .target(Hello.class, server.origin())
                                            .get())
                                    .isEqualTo("hello");

                            assertThat(server.accepted()).isEqualTo(1);
                            assertThat(pools(context).pools())
                                    .extracting(pool -> pool.name())
                                    .containsExactly("default");
                            assertThat(pools(context).bypasses()).isEmpty();
                        },
                        "weir.adopt=true");
    }

    @Test
    void areNoneThatUseTheHttpClientOfAPool() {
        BootApp.with(OnPool.class).test(context -> {
            assertThat(pools(context).bypasses()).isEmpty();
            assertThat(pools(context).pools()).isEmpty();

            assertThat(Feign.builder()
                            .client(context.getBean(Client.class))
                            .target(Hello.class, server.origin())
                            .get())
                    .isEqualTo("hello");
            assertThat(pools(context).find("payments")).isPresent();
        });
    }

    @Test
    void areNamedByTheFieldsThatTheyAreIn() {
        BootApp.with(Fields.class)
                .test(context -> assertThat(pools(context).bypasses())
                        .containsExactlyInAnyOrder(
                                BypassFinder.textOfField("RestClient", Shop.class.getName() + ".catalog"),
                                BypassFinder.textOfField("RestTemplate", Shop.class.getName() + ".ORDERS"),
                                BypassFinder.textOfField("WebClient", Shop.class.getName() + ".news"),
                                BypassFinder.text("RestClient", "plain", true))
                        .contains(
                                "The RestClient in the field dev.weir.spring.BypassIT$Shop.catalog makes requests without a"
                                        + " pool of Weir. Build it with the injected RestClient.Builder;"
                                        + " weir.adopt=false ends this"
                                        + " warning"));
    }

    @Test
    void areNamedOnceForAClassHoweverManyBeansThereAre() {
        BootApp.with(Fields.class).test(context -> {
            context.getBean("several");
            context.getBean("several");

            assertThat(pools(context).bypasses())
                    .containsOnlyOnce(BypassFinder.textOfField("RestClient", Several.class.getName() + ".catalog"));
        });
    }

    @Test
    void areNamedBehindAProxy() {
        Shop shop = new Shop(RestClient.create(), RestClient.create());
        ProxyFactory proxies = new ProxyFactory(shop);
        proxies.setProxyTargetClass(true);
        List<String> names = new ArrayList<>();

        new FieldClients(new OwnClasses(List.of("dev.weir.spring")))
                .visit(proxies.getProxy(), (name, client) -> names.add(name));

        assertThat(names).contains(Shop.class.getName() + ".catalog", Shop.class.getName() + ".ORDERS");
    }

    @Test
    void areNotSoughtInClassesOfOthers() {
        Shop shop = new Shop(RestClient.create(), RestClient.create());
        List<String> names = new ArrayList<>();

        new FieldClients(new OwnClasses(List.of("dev.weir.sprin", ""))).visit(shop, (name, client) -> names.add(name));

        assertThat(names).isEmpty();
    }

    @Test
    void areAllOfAKindWhereAnotherLibraryIsChosen() {
        BootApp.with(Fields.class)
                .test(
                        context -> assertThat(pools(context).bypasses())
                                .anyMatch(text -> text.startsWith("Blocking HTTP clients run without pools of Weir:"
                                                + " spring.http.clients.imperative.factory = jdk (")
                                        && text.endsWith(
                                                "To put them on pools, remove it or set it to http-components"))
                                .noneMatch(text -> text.startsWith("The Rest")),
                        "spring.http.clients.imperative.factory=jdk");
    }

    @Test
    void mocksAreNoBypassingClients() {
        BootApp.with(Mocks.class)
                .test(context -> assertThat(pools(context).bypasses()).isEmpty());
    }

    @Test
    void bypassingClientsAreLetBe() {
        BootApp.with(Bypassing.class)
                .test(context -> assertThat(pools(context).bypasses()).isEmpty(), "weir.adopt=false");
    }

    @Test
    void areNoneOfThoseThatBuildersMake() {
        BootApp.with(Built.class)
                .test(context -> assertThat(pools(context).bypasses()).isEmpty());
    }

    private static HttpPools pools(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Bypassing {
        @Bean
        RestClient catalog() {
            return RestClient.create();
        }

        @Bean
        RestTemplate orders() {
            return new RestTemplate();
        }

        @Bean
        WebClient news() {
            return WebClient.create();
        }

        @Bean
        HttpComponentsClientHttpRequestFactory recipe() {
            return new HttpComponentsClientHttpRequestFactory();
        }

        @Bean
        PoolingHttpClientConnectionManager manager() {
            return new PoolingHttpClientConnectionManager();
        }

        @Bean
        ApacheHttp5Client invoices() {
            return new ApacheHttp5Client();
        }

        @Bean
        Client retried() {
            return new Retried(new ApacheHttp5Client());
        }
    }

    /** As the balancing client of Spring Cloud is one around another. */
    record Retried(Client delegate) implements Client {
        @Override
        public Response execute(Request request, Request.Options options) throws IOException {
            return delegate.execute(request, options);
        }
    }

    interface Hello {
        @RequestLine("GET /")
        String get();
    }

    @Configuration(proxyBeanMethods = false)
    static class Recipe {
        @Bean
        HttpComponentsClientHttpRequestFactory recipe() {
            return new HttpComponentsClientHttpRequestFactory(HttpClients.createDefault());
        }

        @Bean
        RestClient first(HttpComponentsClientHttpRequestFactory recipe) {
            return RestClient.builder().requestFactory(recipe).build();
        }

        @Bean
        Client invoices() {
            return new ApacheHttp5Client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OnPool {
        @Bean
        Client invoices(HttpPools pools) {
            return new Retried(new ApacheHttp5Client(pools.httpClient("payments")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Mocks {
        @Bean
        RestClient catalog() {
            return mock(RestClient.class);
        }

        @Bean
        WebClient news() {
            return mock(WebClient.class);
        }

        private static <T> T mock(Class<T> type) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "hashCode" -> 1;
                        case "equals" -> proxy == arguments[0];
                        default -> null;
                    }));
        }
    }

    /** A service as people write them. */
    static class Shop {
        private static final RestTemplate ORDERS = new RestTemplate();
        private final RestClient catalog = RestClient.create();
        private final WebClient news = WebClient.create();
        private final RestClient pooled;
        private final RestClient plain;

        Shop(RestClient pooled, RestClient plain) {
            this.pooled = pooled;
            this.plain = plain;
        }

        List<Object> all() {
            return List.of(ORDERS, catalog, news, pooled, plain);
        }
    }

    static class Several {
        final RestClient catalog = RestClient.create();
    }

    @Configuration(proxyBeanMethods = false)
    static class Fields {
        @Bean
        RestClient plain() {
            return RestClient.create();
        }

        @Bean
        Shop shop(RestClient.Builder builder, RestClient plain) {
            return new Shop(builder.build(), plain);
        }

        @Bean
        @Scope("prototype")
        Several several() {
            return new Several();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Built {
        @Bean
        RestClient catalog(RestClient.Builder builder) {
            return builder.build();
        }

        @Bean
        RestTemplate orders(RestTemplateBuilder builder) {
            return builder.build();
        }

        @Bean
        WebClient news(WebClient.Builder builder) {
            return builder.build();
        }
    }
}
