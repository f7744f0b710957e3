package aot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.spring.HttpPools;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** The application, started from what was made ahead of time. */
class AheadOfTimeTest {

    private HelloServer server;
    private ConfigurableApplicationContext context;

    @BeforeEach
    void start() {
        server = HelloServer.start();
        SpringApplication application = new SpringApplication(Application.class);
        application.setMainApplicationClass(Application.class); // by which what was made for it is found
        context = application.run();
    }

    @AfterEach
    void stop() {
        context.close();
        server.close();
    }

    @Test
    void isMadeAheadOfTime() throws ClassNotFoundException {
        assertThat(AotDetector.useGeneratedArtifacts()).isTrue();
        assertThat(Class.forName("dev.weir.spring.WeirAutoConfiguration__BeanDefinitions"))
                .isNotNull();
    }

    @Test
    void runsItsClientsOnPools() {
        assertThat(get(context.getBean("restClientBuilder", RestClient.Builder.class)
                        .build()))
                .isEqualTo("ok");
        assertThat(get(context.getBean("webClientBuilder", WebClient.Builder.class)
                        .build()))
                .isEqualTo("ok");

        assertThat(pools().pools()).extracting(pool -> pool.name()).containsExactly("default", "default-async");
        assertThat(pools().pools()).allMatch(pool -> pool.config().maxPerRoute() == 7);
    }

    @Test
    void namesTheBeanThatBypassesThePools() {
        assertThat(actuator("httppools")).contains("'bypassing'");
    }

    @Test
    void showsItsPools() {
        get(context.getBean("restClientBuilder", RestClient.Builder.class).build());

        assertThat(actuator("httppools/default")).contains("weir.defaults.max-per-route");
        assertThat(actuator("httppoolspage")).contains("<!doctype html>");
    }

    private String actuator(String endpoint) {
        String port = context.getEnvironment().getProperty("local.server.port");
        return RestClient.create()
                .get()
                .uri("http://localhost:" + port + "/actuator/" + endpoint)
                .retrieve()
                .body(String.class);
    }

    private HttpPools pools() {
        return context.getBean(HttpPools.class);
    }

    private String get(RestClient client) {
        return client.get().uri(server.uri()).retrieve().body(String.class);
    }

    private String get(WebClient client) {
        return client.get()
                .uri(server.uri())
                .retrieve()
                .bodyToMono(String.class)
                .block();
    }
}
