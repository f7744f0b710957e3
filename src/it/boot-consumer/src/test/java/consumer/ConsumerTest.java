package consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.spring.HttpPools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

/** One application, whatever Spring Boot and HttpClient it is built with. */
@ExtendWith(OutputCaptureExtension.class)
class ConsumerTest {

    private static final String EXPECTED = System.getProperty("expected");

    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void callsWhatItCalledBefore(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start()) {
            RestClient client = context.getBean(RestClient.Builder.class).build();

            assertThat(get(client)).isEqualTo("ok");
            assertThat(context.containsBean("httpPools")).isEqualTo(EXPECTED.equals("pools"));
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("HTTP clients run without Weir pools")))
                .hasSize(EXPECTED.equals("pools") ? 0 : 1)
                .allSatisfy(line -> assertThat(line).contains(" WARN ", "5.6.4", "5.4.3"));
    }

    @Test
    void usesAPool(CapturedOutput output) {
        assumeThat(EXPECTED).isEqualTo("pools");

        try (ConfigurableApplicationContext context = start("--weir.defaults.max-total=33")) {
            get(context.getBean(RestClient.Builder.class).build());

            assertThat(context.getBean(HttpPools.class)
                            .find("default")
                            .orElseThrow()
                            .config()
                            .maxTotal())
                    .isEqualTo(33);
        }
        assertThat(output)
                .doesNotContain("WARN")
                .containsOnlyOnce("Using Weir pools: RestClient, RestTemplate and HTTP service interfaces")
                .containsOnlyOnce("Pool 'default' is built: 33 connections, 20 per route; pool-wait 1s, connect 2s");
    }

    @Test
    void doesNotStartWithoutThePoolsThatItCountsOn(CapturedOutput output) {
        assumeThat(EXPECTED).isEqualTo("warning");

        assertThatThrownBy(() -> start("--weir.defaults.max-total=33")).isNotNull();

        assertThat(output)
                .contains("Set the properties httpclient5.version to 5.6.4 and httpcore5.version to 5.4.3 or newer");
    }

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(properties);
    }

    private String get(RestClient client) {
        return client.get()
                .uri("http://localhost:" + server.getAddress().getPort() + "/")
                .retrieve()
                .body(String.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
