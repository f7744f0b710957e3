package dev.weir.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.spring.HttpPools;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

class BootTest {

    private static HttpServer server() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("hello".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String get(ConfigurableApplicationContext context, String uri) {
        RestClient client = context.getBean(RestClient.Builder.class).build();
        return client.get().uri(uri).retrieve().body(String.class);
    }

    @Test
    void callsThroughThePoolThatPropertiesShape() throws Exception {
        HttpServer server = server();
        String uri = "http://localhost:" + server.getAddress().getPort() + "/";

        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run("--weir.defaults.max-total=33")) {
            assertThat(get(context, uri)).isEqualTo("hello");
            assertThat(context.getBean(HttpPools.class)
                            .find("default")
                            .orElseThrow()
                            .config()
                            .maxTotal())
                    .isEqualTo(33);
        } finally {
            server.stop(0);
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
