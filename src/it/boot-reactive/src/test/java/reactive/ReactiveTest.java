package reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.reactive.function.client.WebClient;

/** The endpoint, the page and the meters in an application on WebFlux, behind Spring Security as it is by default. */
@SpringBootTest(
        classes = Reactive.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.security.user.name=ops",
            "spring.security.user.password=secret",
            "management.endpoints.web.exposure.include=health,httppools,httppoolspage,prometheus",
            "management.endpoint.health.show-details=when-authorized",
            "management.endpoint.httppools.access=unrestricted",
            "management.otlp.metrics.export.step=1s",
        })
class ReactiveTest {

    private static final List<String> EXPORTED = new CopyOnWriteArrayList<>();
    private static final HttpServer UPSTREAM = upstream();

    private final HttpClient client = HttpClient.newHttpClient();

    @Value("${local.server.port}")
    private int port;

    @Autowired
    private WebClient.Builder builder;

    private static HttpServer upstream() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
                if (exchange.getRequestURI().getPath().equals("/collector")) {
                    EXPORTED.add(body);
                }
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            server.start();
            return server;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @DynamicPropertySource
    static void collector(DynamicPropertyRegistry registry) {
        registry.add("management.otlp.metrics.export.url", () -> address("/collector").toString());
    }

    private static URI address(String path) {
        return URI.create("http://127.0.0.1:" + UPSTREAM.getAddress().getPort() + path);
    }

    @AfterAll
    static void stop() {
        UPSTREAM.stop(0);
    }

    @BeforeEach
    void call() {
        builder.build().get().uri(address("/")).retrieve().toBodilessEntity().block(Duration.ofSeconds(10));
    }

    @Test
    void showsNothingToStrangers() throws Exception {
        assertThat(get("/httppools", "").statusCode()).isEqualTo(401);
        assertThat(get("/httppoolspage", "").statusCode()).isEqualTo(401);
        assertThat(get("/httppools", "ops:wrong").statusCode()).isEqualTo(401);
    }

    @Test
    void showsThePoolsToUsersThatMayLook() throws Exception {
        assertThat(get("/httppools", "ops:secret").body()).contains("\"name\":\"default-async\"", "\"leased\":");
        assertThat(get("/httppools/default-async", "ops:secret").body()).contains("\"settings\":[");
    }

    @Test
    void showsThePageToThem() throws Exception {
        HttpResponse<String> page = get("/httppoolspage", "ops:secret");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
        assertThat(page.body()).contains("HTTP pools of", "\"httppools\"");
    }

    @Test
    void tellsThemOfThePoolsInTheHealth() throws Exception {
        assertThat(get("/health", "ops:secret").body()).contains("\"httppools\":{\"details\":{\"pools\":{\"default-async\":{");
        assertThat(get("/health", "").body()).doesNotContain("httppools");
    }

    @Test
    void leavesForgedChangesToSpringSecurity() throws Exception {
        HttpRequest forged = request("/httppools/default-async/evict", "ops:secret")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();

        assertThat(client.send(forged, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
    }

    @Test
    void exportsItsMetersToPrometheus() throws Exception {
        assertThat(get("/prometheus", "ops:secret").body())
                .containsPattern("weir_connections_opened_total\\{[^}]*pool=\"default-async\"[^}]*} 1\\.0");
    }

    @Test
    void exportsItsMetersByOtlp() {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(EXPORTED).anyMatch(sent -> sent.contains("weir.connections.opened")));
    }

    private HttpResponse<String> get(String path, String user) throws IOException, InterruptedException {
        return client.send(request(path, user).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String user) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator" + path));
        if (!user.isEmpty()) {
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.US_ASCII)));
        }
        return request;
    }
}
