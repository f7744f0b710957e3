package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The shop starts, serves customers on a pool, and shows it. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ShopTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @Value("${local.server.port}")
    private int port;

    @DynamicPropertySource
    static void freePorts(DynamicPropertyRegistry registry) throws IOException {
        try (ServerSocket prices = new ServerSocket(0);
                ServerSocket recommendations = new ServerSocket(0);
                ServerSocket stock = new ServerSocket(0)) {
            at(registry, "shop.prices", prices);
            at(registry, "shop.recommendations", recommendations);
            at(registry, "weir.pools.default.routes.recommendations.target", recommendations);
            at(registry, "shop.stock", stock);
        }
    }

    private static void at(DynamicPropertyRegistry registry, String property, ServerSocket free) {
        String address = "http://localhost:" + free.getLocalPort();
        registry.add(property, () -> address);
    }

    @Test
    void servesCustomersOnAPoolThatItShows() throws Exception {
        client.send(request("/load?customers=8").POST(HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.discarding());

        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(get("/actuator/httppools/default"))
                .containsPattern("\"REUSED\":\\d{2,}")
                .contains("\"limit\":6,"));
        assertThat(get("/")).contains("watch the pools");
        assertThat(get("/actuator/httppoolspage")).contains("HTTP pools of shop");
    }

    private String get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString()).body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }
}
