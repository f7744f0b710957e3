package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.restclient.autoconfigure.RestClientSsl;
import org.springframework.boot.webclient.autoconfigure.WebClientSsl;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** A pool with a name: the keys, the customizer and the builders that are its own. */
class NamedPoolIT {

    private static final String PAYMENTS = "weir.pools.payments.max-total=7";
    private static final String PATIENT = "spring.http.clients.connect-timeout=30s";

    private final LoopbackServer server = LoopbackServer.https(TestCertificates.trusted())
            .handler(Handler.ok("secret"))
            .start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void keepsTheBundleThatABuilderHasAlready() {
        BootApp.with(BootSettingsIT.Bundles.class)
                .test(
                        context -> {
                            RestClient client = context.getBean(RestClient.Builder.class)
                                    .apply(context.getBean(RestClientSsl.class).fromBundle("ours"))
                                    .apply(pools(context).restClient("payments"))
                                    .build();

                            assertThat(get(client)).isEqualTo("secret");
                            assertThat(pool(context, "payments").config().maxTotal())
                                    .isEqualTo(7);
                        },
                        PATIENT,
                        PAYMENTS);
    }

    @Test
    void keepsTheBundleThatABuilderOfAWebClientHasAlready() {
        BootApp.with(BootSettingsIT.Bundles.class)
                .test(
                        context -> {
                            WebClient client = context.getBean(WebClient.Builder.class)
                                    .apply(context.getBean(WebClientSsl.class).fromBundle("ours"))
                                    .apply(pools(context).webClient("payments"))
                                    .build();

                            assertThat(client.get()
                                            .uri(server.uri("/"))
                                            .retrieve()
                                            .bodyToMono(String.class)
                                            .block())
                                    .isEqualTo("secret");
                            assertThat(pool(context, "payments").config().maxTotal())
                                    .isEqualTo(7);
                        },
                        PATIENT,
                        PAYMENTS);
    }

    @Test
    void hasABundleByAProperty() {
        BootApp.with(BootSettingsIT.Bundles.class)
                .test(
                        context -> assertThat(get(context.getBean(RestClient.Builder.class)
                                        .apply(pools(context).restClient("payments"))
                                        .build()))
                                .isEqualTo("secret"),
                        PATIENT,
                        "weir.pools.payments.ssl.bundle=ours");
    }

    @Test
    void saysWhichPropertyNamesNoBundle() {
        assertThat(BootApp.with(BootSettingsIT.Bundles.class).failure("weir.pools.payments.ssl.bundle=theirs"))
                .startsWith("weir.pools.payments.ssl.bundle = theirs (")
                .contains(") names no SSL bundle. Define one by spring.ssl.bundle.pem.theirs.* or"
                        + " spring.ssl.bundle.jks.theirs.*, or name an existing one: ");
    }

    @Test
    void hasACustomizerOfItsOwn() {
        BootApp.with(BootSettingsIT.Bundles.class, Small.class)
                .test(
                        context -> {
                            get(context.getBean(RestClient.Builder.class)
                                    .apply(pools(context).restClient("payments"))
                                    .build());
                            get(context.getBean(RestClient.Builder.class)
                                    .apply(pools(context).restClient("orders"))
                                    .build());

                            assertThat(pool(context, "payments").config().maxPending())
                                    .isEqualTo(3);
                            assertThat(pool(context, "orders").config().maxPending())
                                    .isEqualTo(1000);
                        },
                        "weir.pools.payments.customizer=small",
                        PATIENT,
                        "weir.defaults.ssl.bundle=ours");
    }

    @Test
    void isNamedAsLongAsItIsUnused() {
        BootApp.with(BootSettingsIT.Bundles.class)
                .test(
                        context -> {
                            assertThat(pools(context).unused()).containsExactly("orders", "payments");

                            get(context.getBean(RestClient.Builder.class)
                                    .apply(pools(context).restClient("payments"))
                                    .build());

                            assertThat(pools(context).unused()).containsExactly("orders");
                        },
                        PATIENT,
                        PAYMENTS,
                        "weir.pools.orders.max-total=3",
                        "weir.defaults.ssl.bundle=ours");
    }

    private String get(RestClient client) {
        return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
    }

    private static HttpPools pools(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class);
    }

    private static ManagedPool pool(ConfigurableApplicationContext context, String name) {
        return pools(context).find(name).orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    static class Small {
        @Bean
        HttpPoolCustomizer small() {
            return (pool, builder) -> builder.maxPending(3);
        }
    }
}
