package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** How many clients use a pool. */
class ClientsIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void countThoseThatMadeNoRequestYet() {
        BootApp.run(context -> {
            RestClient first = BootApp.restClient(context);
            RestClient second = BootApp.restClient(context);
            WebClient reactive = context.getBean(WebClient.Builder.class).build();

            call(first);

            assertThat(clients(context, "default")).isEqualTo(2);
            assertThat(pools(context).clients()).containsEntry("default", 3);
            keep(first, second, reactive);
        });
    }

    @Test
    void countForThePoolThatTheyUse() {
        BootApp.run(
                context -> {
                    RestClient client = BootApp.restClient(context);
                    RestClient named = context.getBean(RestClient.Builder.class)
                            .apply(pools(context).restClient("payments"))
                            .build();
                    HttpClient raw = pools(context).httpClient("payments");
                    WebClient reactive =
                            context.getBean(WebClient.Builder.class).build();

                    call(client);
                    call(named);
                    reactive.get()
                            .uri(server.uri("/"))
                            .retrieve()
                            .toBodilessEntity()
                            .block();

                    assertThat(clients(context, "payments")).isEqualTo(2);
                    assertThat(clients(context, "default-async")).isEqualTo(1);
                    keep(client, named, raw, reactive);
                },
                "weir.pools.payments.max-total=3");
    }

    @Test
    void countBlockingAndReactiveOnesOfOnePool() {
        BootApp.run(
                context -> {
                    RestClient client = BootApp.restClient(context);
                    WebClient reactive =
                            context.getBean(WebClient.Builder.class).build();

                    call(client);

                    assertThat(clients(context, "default")).isEqualTo(2);
                    keep(client, reactive);
                },
                "weir.defaults.protocol=negotiate");
    }

    @Test
    void noLongerCountOnceTheyAreGone() {
        BootApp.run(context -> {
            HttpClient lasting = pools(context).httpClient("default");
            List<HttpClient> passing = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                passing.add(pools(context).httpClient("default"));
            }
            execute(lasting);
            assertThat(clients(context, "default")).isEqualTo(1 + passing.size());

            passing.clear();

            Site.await(() -> {
                System.gc();
                return clients(context, "default") == 1;
            });
            keep(lasting);
        });
    }

    private void call(RestClient client) {
        client.get().uri(server.uri("/")).retrieve().toBodilessEntity();
    }

    private void execute(HttpClient client) {
        try {
            client.execute(new HttpGet(server.uri("/")), response -> response.getCode());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // An object that is used later is not collected before.
    private static void keep(Object... clients) {
        assertThat(clients).doesNotContainNull();
    }

    private static HttpPools pools(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class);
    }

    private static int clients(ConfigurableApplicationContext context, String pool) {
        ManagedPool built = pools(context).find(pool).orElseThrow();
        return pools(context).clients(built);
    }
}
