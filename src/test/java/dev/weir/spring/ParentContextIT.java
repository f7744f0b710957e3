package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A context in a context: both have the pools of the outer one. */
class ParentContextIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();
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
