package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.spring.HttpPools;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the actuator shows of the pools, and changes. */
class ActuatorIT {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=health,httppools,httppoolspage";
    private static final String UNRESTRICTED = "management.endpoint.httppools.access=unrestricted";

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void isNotThereUnlessItIsExposed() throws Exception {
        try (WebApp app = WebApp.start()) {
            assertThat(app.get("/httppools").statusCode()).isEqualTo(404);
            assertThat(app.get("/httppoolspage").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void showsAllPools() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, "weir.pools.payments.max-total=5")) {
            assertThat(WebApp.json(app.get("/httppools")).get("pools")).isEmpty();

            app.call(server.uri("/"));

            JsonNode all = WebApp.json(app.get("/httppools"));
            JsonNode pool = all.get("pools").get(0);
            assertThat(pool.get("name").asString()).isEqualTo("default");
            assertThat(pool.get("maxTotal").asInt()).isEqualTo(100);
            assertThat(pool.get("idle").asInt()).isEqualTo(1);
            JsonNode route = pool.get("routes").get(0);
            assertThat(route.get("target").asString()).isEqualTo(server.origin());
            assertThat(route.get("limit").asInt()).isEqualTo(20);
            assertThat(route.get("leases").get("DIALED").asInt()).isEqualTo(1);
            assertThat(all.get("notes").get(0).asString())
                    .isEqualTo("No client has used the pool 'payments' yet, which has properties");
        }
    }

    @Test
    void showsOnePoolWithItsConnectionsAndTheOriginOfItsSettings() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, "weir.defaults.max-per-route=7")) {
            app.call(server.uri("/"));

            HttpResponse<String> answer = app.get("/httppools/default");

            JsonNode connection =
                    WebApp.json(answer).get("routes").get(0).get("connections").get(0);
            assertThat(connection.asString()).contains("127.0.0.1", "idle for", "1 request, HTTP/1.1");
            assertThat(answer.body()).contains("{\"name\":\"weir.defaults.max-per-route\",\"value\":\"7\"");
            String ofRoute =
                    app.get("/httppools/default?route=" + server.origin()).body();
            assertThat(ofRoute)
                    .contains("{\"name\":\"weir.defaults.max-per-route\",\"value\":\"7\"")
                    .contains("{\"name\":\"weir.defaults.max-idle-per-route\",\"value\":\"7\"")
                    .contains("{\"name\":\"weir.defaults.max-idle\",\"value\":\"0\"");
        }
    }

    @Test
    void showsWhoHoldsTheConnectionsOfARoute() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.handler(exchange -> {
            arrived.countDown();
            exchange.await(goOn).ok("late");
        });
        try (WebApp app = WebApp.start(EXPOSED)) {
            CompletableFuture<Void> call =
                    CompletableFuture.runAsync(() -> app.call(server.uri("/orders/7?token=s3cret")));
            assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();

            HttpResponse<String> answer = app.get("/httppools/default?route=" + server.origin());

            JsonNode holder =
                    WebApp.json(answer).get("routes").get(0).get("holders").get(0);
            assertThat(holder.asString()).startsWith("GET /orders/7 for ");
            assertThat(answer.body()).doesNotContain("s3cret");
            goOn.countDown();
            call.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void namesThePoolsThatThereAre() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            HttpResponse<String> answer = app.get("/httppools/payments");

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("No client has used a pool 'payments' yet; there are: none");
        }
    }

    @Test
    void changesNothingUnlessItIsAllowed() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            app.call(server.uri("/"));

            assertThat(app.post("/httppools/default", "{\"maxTotal\": 50}").statusCode())
                    .isEqualTo(405);
            assertThat(app.delete("/httppools/default").statusCode()).isEqualTo(405);
        }
    }

    @Test
    void changesLimits() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            HttpResponse<String> answer = app.post("/httppools/default", "{\"maxTotal\": 50}");
            app.post("/httppools/default", "{\"route\": \"" + server.origin() + "\", \"maxConnections\": 3}");

            assertThat(WebApp.json(answer).get("maxTotal").asInt()).isEqualTo(50);
            assertThat(app.bean(HttpPools.class)
                            .find("default")
                            .orElseThrow()
                            .config()
                            .effective(server.origin())
                            .maxConnections())
                    .isEqualTo(3);
            assertThat(app.post("/httppools/default", "{\"maxTotal\": 50}").body())
                    .contains("These limits are in force already");
        }
    }

    @Test
    void refusesALimitWithTheRuleThatItBreaks() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            HttpResponse<String> answer = app.post("/httppools/default", "{\"maxTotal\": 5, \"maxPerRoute\": 10}");

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body())
                    .contains("Nothing was changed: weir.defaults.max-per-route must not exceed weir.defaults.max-total"
                            + " (5)")
                    .doesNotContain("maxPerRoute(");
            assertThat(app.post("/httppools/default", "{}").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void closesIdleConnectionsAndThoseOfARoute() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));
            assertThat(WebApp.json(app.delete("/httppools/default")).get("idle").asInt())
                    .isZero();

            app.call(server.uri("/"));
            assertThat(WebApp.json(app.delete("/httppools/default?route=" + server.origin()))
                            .get("idle")
                            .asInt())
                    .isZero();
        }
    }

    @Test
    void showsThePageWithTheWayToTheEndpoint() throws Exception {
        try (WebApp app = WebApp.start(
                EXPOSED,
                "spring.application.name=<shop>",
                "management.endpoints.web.path-mapping.httppoolspage=a/page")) {
            HttpResponse<String> page = app.get("/a/page");

            assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
            assertThat(page.body())
                    .contains("HTTP pools of &lt;shop&gt;", "data-source=\"../httppools\"")
                    .doesNotContain("@application@", "@source@");
        }
    }

    @Test
    void staysHealthyAndTellsWhatThePageShows() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, "management.endpoint.health.show-details=always")) {
            app.call(server.uri("/"));

            JsonNode health = WebApp.json(app.get("/health")).get("components").get("httppools");

            assertThat(health.get("status").asString()).isEqualTo("UP");
            assertThat(health.get("details").get("default").get("idle").asInt()).isEqualTo(1);
            JsonNode findings = health.get("details").get("default").get("findings");
            assertThat(findings == null ? 0 : findings.size())
                    .isEqualTo(WebApp.json(app.get("/httppools/default"))
                            .get("findings")
                            .size());
        }
    }
}
