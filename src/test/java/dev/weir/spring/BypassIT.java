package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
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
                .test(
                        context -> assertThat(pools(context).bypasses())
                                .containsExactlyInAnyOrder(
                                        BypassFinder.text("RestClient", "catalog", true),
                                        BypassFinder.text("RestTemplate", "orders", true),
                                        BypassFinder.text("WebClient", "news", true),
                                        BypassFinder.text("HttpComponentsClientHttpRequestFactory", "recipe", false))
                                .contains(
                                        "The RestClient bean 'catalog' makes requests without a pool of Weir. Make it by the injected"
                                                + " RestClient.Builder, or set weir.adopt=true; weir.adopt=false ends this warning"));
    }

    @Test
    void areAdopted() {
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
                            assertThat(pools(context).bypasses()).hasSize(1);
                        },
                        "spring.http.clients.connect-timeout=30s",
                        "weir.adopt=true");
    }

    @Test
    void areLetBe() {
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
