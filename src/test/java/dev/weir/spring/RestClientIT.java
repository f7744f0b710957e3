package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.RestClient;

class RestClientIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void ridesOnThePoolCalledDefault() {
        BootApp.run(context -> {
            RestClient.Builder one = context.getBean(RestClient.Builder.class);
            RestClient.Builder other = context.getBean(RestClient.Builder.class);

            String first = get(one.build());
            String second = get(other.build());

            assertThat(first).isEqualTo("hello").isEqualTo(second);
            assertThat(server.accepted()).isEqualTo(1);
            assertThat(context.getBean(HttpPools.class).pools())
                    .extracting(ManagedPool::name)
                    .containsExactly("default");
        });
    }

    @Test
    void buildsNothingBeforeTheFirstRequest() {
        BootApp.run(context -> {
            RestClient client = context.getBean(RestClient.Builder.class).build();
            HttpPools pools = context.getBean(HttpPools.class);

            assertThat(client).isNotNull();
            assertThat(pools.pools()).isEmpty();
            assertThat(pools.find("default")).isEmpty();
        });
    }

    @Test
    void losesItsPoolWithTheContext() {
        HttpPools pools = BootApp.call(context -> {
            get(context.getBean(RestClient.Builder.class).build());
            return context.getBean(HttpPools.class);
        });

        server.awaitOpen(0, Duration.ofSeconds(5));
        assertThat(pools.find("default")).isPresent();
    }

    private String get(RestClient client) {
        return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
    }
}
