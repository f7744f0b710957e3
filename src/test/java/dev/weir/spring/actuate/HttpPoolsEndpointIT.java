package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.spring.HttpPools;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

class HttpPoolsEndpointIT {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=httppools,httppoolspage";
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
    void showsNoPoolBeforeTheFirstRequest() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            assertThat(app.get("/httppools").body()).isEqualTo("{\"pools\":[]}");
            assertThat(app.bean(HttpPools.class).pools()).isEmpty();
        }
    }

    @Test
    void showsAllPoolsWithoutTheirConnections() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            RestClient client = app.bean(RestClient.Builder.class).build();
            client.get().uri(server.uri("/secret?token=hidden")).retrieve().toBodilessEntity();

            JsonNode pool = WebApp.json(app.get("/httppools")).path("pools").path(0);

            assertThat(pool.path("name").asString()).isEqualTo("default");
            assertThat(pool.path("clients").asInt()).isEqualTo(1);
            assertThat(pool.path("level").toString())
                    .isEqualTo("{\"limit\":100,\"leased\":0,\"idle\":1,\"dialing\":0,\"pending\":0,\"inFlight\":0}");
            assertThat(pool.path("counts").toString())
                    .isEqualTo("{\"opened\":1,\"closed\":0,\"closedBy\":{},\"leases\":{\"DIALED\":1}}");
            assertThat(pool.path("routes").path(0).path("target").asString()).isEqualTo(target());
            assertThat(pool.path("routes").path(0).has("connections")).isFalse();
            assertThat(pool.has("settings")).isFalse();
            assertThat(client).isNotNull(); // so that it is not collected before
        }
    }

    @Test
    void showsOnePoolWithConnectionsAndSettings() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, "weir.pools.default.max-total=7")) {
            app.call(server.uri("/"));

            JsonNode pool = WebApp.json(app.get("/httppools/default"));

            JsonNode connection =
                    pool.path("routes").path(0).path("connections").path(0);
            assertThat(connection.path("state").asString()).isEqualTo("IDLE");
            assertThat(connection.path("uses").asInt()).isEqualTo(1);
            assertThat(pool.path("settings").toString())
                    .contains(
                            "{\"name\":\"maxTotal\",\"value\":\"7\",\"origin\":\"weir.pools.default.max-total\",\"place\":\"\\\"weir.pools.default.max-total\\\""
                                    + " from property source \\\"commandLineArgs\\\"\"}");
        }
    }

    @Test
    void showsAsManyRoutesAsItIsAskedFor() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            app.call(server.uri("/"));
            app.call(URI.create("http://localhost:" + server.port() + "/"));

            JsonNode one = WebApp.json(app.get("/httppools/default?routes=1"));
            JsonNode all =
                    WebApp.json(app.get("/httppools?routes=2")).path("pools").path(0);

            assertThat(one.path("routes").size()).isEqualTo(1);
            assertThat(one.path("moreRoutes").asInt()).isEqualTo(1);
            assertThat(one.path("counts").path("opened").asInt()).isEqualTo(2);
            assertThat(all.path("routes").size()).isEqualTo(2);
            assertThat(all.path("moreRoutes").asInt()).isZero();
            assertThat(app.get("/httppools?routes=0").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void showsOneRouteWithTheHoldersOfItsConnections() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        server.handler(exchange -> exchange.await(answer).ok("late"));
        try (WebApp app = WebApp.start(EXPOSED, "management.endpoint.httppools.show-values=always")) {
            Thread caller = new Thread(() -> app.call(server.uri("/orders?token=hidden")), "caller-1");
            caller.start();
            server.awaitRequests(1, Duration.ofSeconds(30));

            JsonNode pool = WebApp.json(app.get("/httppools/default?route=" + target()));
            JsonNode other = WebApp.json(app.get("/httppools/default?route=http://other:80"));
            answer.countDown();
            caller.join();

            JsonNode holders = pool.path("routes").path(0).path("holders");
            assertThat(holders.size()).isEqualTo(1);
            assertThat(holders.path(0).path("request").asString()).isEqualTo("GET /orders");
            assertThat(holders.path(0).path("thread").asString()).isEqualTo("caller-1");
            assertThat(holders.path(0).path("connection"))
                    .isEqualTo(pool.path("routes")
                            .path(0)
                            .path("connections")
                            .path(0)
                            .path("id"));
            assertThat(holders.path(0).path("heldMillis").asLong()).isNotNegative();
            assertThat(other.path("routes").size()).isZero();
            assertThat(other.path("moreRoutes").asInt()).isEqualTo(1);
            assertThat(app.get("/httppools/default?route=no%20target").statusCode())
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"never", "when-authorized"})
    void masksTheRequestsOfHolders(String show) throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        server.handler(exchange -> exchange.await(answer).ok("late"));
        try (WebApp app = WebApp.start(EXPOSED, "management.endpoint.httppools.show-values=" + show)) {
            Thread caller = new Thread(() -> app.call(server.uri("/reset/t0ken")), "caller-1");
            caller.start();
            server.awaitRequests(1, Duration.ofSeconds(30));

            String pool = app.get("/httppools/default?route=" + target()).body();
            answer.countDown();
            caller.join();

            assertThat(pool)
                    .contains("\"thread\":\"caller-1\",\"request\":\"******\"")
                    .doesNotContain("t0ken");
        }
    }

    @Test
    void showsWhatARouteCarriedRecently() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            app.call(server.uri("/"));

            JsonNode recent = WebApp.json(app.get("/httppools"))
                    .path("pools")
                    .path(0)
                    .path("routes")
                    .path(0)
                    .path("recent");

            assertThat(recent.path("callers").asInt()).isEqualTo(1);
            assertThat(recent.path("mostInUse").asInt()).isEqualTo(1);
            assertThat(recent.path("heldMeanMillis").asDouble()).isPositive();
            assertThat(recent.path("failures").toString()).isEqualTo("{}");
        }
    }

    @Test
    void answers404ForAPoolThatIsNotUsed() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            assertThat(app.get("/httppools/payments").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void showsNoSecret() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            app.call(server.uri("/secret?token=hidden"));

            String all =
                    app.get("/httppools").body() + app.get("/httppools/default").body();

            assertThat(all).contains("idle").doesNotContain("secret", "token", "hidden");
        }
    }

    @Test
    void changesNothingUnlessItIsAllowed() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            app.call(server.uri("/"));

            assertThat(app.post("/httppools/default/evict", "").statusCode()).isIn(404, 405);
            assertThat(server.open()).isEqualTo(1);
        }
    }

    @Test
    void evictsIdleConnections() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            JsonNode after = WebApp.json(app.post("/httppools/default/evict", ""));

            assertThat(after.path("level").path("idle").asInt()).isZero();
            assertThat(after.path("counts").path("closedBy").toString()).isEqualTo("{\"DRAINED\":1}");
        }
    }

    @Test
    void drainsARoute() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            JsonNode after = WebApp.json(app.post("/httppools/default/drain", "{\"route\": \"" + target() + "\"}"));

            assertThat(after.path("counts").path("closed").asInt()).isEqualTo(1);
        }
    }

    @Test
    void setsALimit() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            JsonNode after = WebApp.json(
                    app.post("/httppools/default/limit", "{\"route\": \"" + target() + "\", \"maxConnections\": 3}"));

            assertThat(after.path("routes").path(0).path("level").path("limit").asInt())
                    .isEqualTo(3);
        }
    }

    @Test
    void changesSettingsAndShowsWhatIsConfigured() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            HttpResponse<String> answer = app.post(
                    "/httppools/default/change", "{\"settings\": \"timeouts.connect=3s dns.ttl=20s maxTotal=50\"}");

            assertThat(WebApp.json(answer).path("settings").toString())
                    .contains(
                            "{\"name\":\"timeouts.connect\",\"value\":\"3s\",\"origin\":\"changed while running\","
                                    + "\"configured\":\"2s\"}",
                            "{\"name\":\"dns.ttl\",\"value\":\"20s\"",
                            "{\"name\":\"maxTotal\",\"value\":\"50\"");
            assertThat(app.bean(HttpPools.class)
                            .find("default")
                            .orElseThrow()
                            .config()
                            .maxTotal())
                    .isEqualTo(50);
        }
    }

    @Test
    void showsWhatIsSetForARouteAndWhere() throws Exception {
        try (WebApp app = WebApp.start(
                EXPOSED,
                UNRESTRICTED,
                "weir.defaults.timeouts.total=30s",
                "weir.defaults.routes.here.target=" + target(),
                "weir.defaults.routes.here.max-connections=3",
                "weir.defaults.routes.here.timeouts.read=4s")) {
            app.call(server.uri("/"));
            assertThat(ofRoute(app))
                    .contains(
                            "{\"name\":\"maxConnections\",\"value\":\"3\",\"origin\":\"weir.defaults.routes.here.max-connections\","
                                    + "\"place\":\"",
                            "\"value\":\"4s\",\"origin\":\"weir.defaults.routes.here.timeouts.read\"",
                            "{\"name\":\"timeouts.connect\",\"value\":\"1600ms\",\"origin\":\"default, shrunk to fit"
                                    + " route[")
                    .doesNotContain("timeouts.total", "eviction");

            app.post(
                    "/httppools/default/change",
                    "{\"route\": \"" + target() + "\", \"settings\": \"timeouts.read=20s\"}");

            assertThat(ofRoute(app))
                    .contains("{\"name\":\"timeouts.read\",\"value\":\"20s\",\"origin\":\"changed while running\","
                            + "\"configured\":\"4s\"}");
            assertThat(WebApp.json(app.get("/httppools/default"))
                            .path("routes")
                            .path(0)
                            .has("settings"))
                    .isFalse();
        }
    }

    private String ofRoute(WebApp app) throws Exception {
        return WebApp.json(app.get("/httppools/default?route=" + target()))
                .path("routes")
                .path(0)
                .path("settings")
                .toString();
    }

    @Test
    void namesTheChangeThatADefaultFollows() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            app.post("/httppools/default/change", "{\"settings\": \"timeouts.read=3s\"}");

            assertThat(app.get("/httppools/default").body())
                    .contains(
                            "{\"name\":\"timeouts.connect\",\"value\":\"1200ms\",\"origin\":\"default, shrunk to fit"
                                    + " timeouts.read",
                            "\"configured\":\"2s\"}",
                            "{\"name\":\"timeouts.read\",\"value\":\"3s\",\"origin\":\"changed while running\"");
        }
    }

    @Test
    void changesNothingOfAChangeThatIsWrongInPart() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            HttpResponse<String> answer =
                    app.post("/httppools/default/change", "{\"settings\": \"maxTotal=5 maxPerRoute=10 dns.ttl=1s\"}");

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(WebApp.json(answer).path("error").asString())
                    .startsWith("nothing was changed:")
                    .contains("maxPerRoute=5");
            assertThat(app.get("/httppools/default").body()).doesNotContain("changed while running");
        }
    }

    @Test
    void answersALimitThatIsNoNumberInWords() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            HttpResponse<String> answer = app.post("/httppools/default/limit", "{\"maxTotal\": \"a\"}");

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("maxTotal must be", "but was a");
        }
    }

    @Test
    void answersAWrongLimitWithTheRuleThatItBreaks() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            HttpResponse<String> answer =
                    app.post("/httppools/default/limit", "{\"maxTotal\": 5, \"maxPerRoute\": 10}");

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(WebApp.json(answer).path("error").asString())
                    .contains("maxPerRoute must not exceed maxTotal (5), but was 10");
        }
    }

    @Test
    void answersAnUnknownOperationWithThoseThatThereAre() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            HttpResponse<String> answer = app.post("/httppools/default/flush", "{}");

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("operation must be evict, drain, limit or change, but was flush");
        }
    }

    @Test
    void answersAChangeOfAnUnknownPoolWithThoseThatThereAre() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            HttpResponse<String> answer = app.post("/httppools/payments/evict", "{}");

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("There is no pool 'payments'", "So far there are: default.");
        }
    }

    @Test
    void showsThePageWithTheWayToTheEndpoint() throws Exception {
        try (WebApp app = WebApp.start(
                EXPOSED,
                "spring.application.name=shop",
                "management.endpoints.web.path-mapping.httppoolspage=look/pools",
                "management.endpoints.web.path-mapping.httppools=figures")) {
            HttpResponse<String> page = app.get("/look/pools");

            assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
            assertThat(page.body()).contains("HTTP pools of shop", "data-source=\"../figures\"");
        }
    }

    @Test
    void showsAPageThatKnowsThatTheEndpointIsNotExposed() throws Exception {
        try (WebApp app = WebApp.start("management.endpoints.web.exposure.include=httppoolspage")) {
            assertThat(app.get("/httppoolspage").body()).contains("data-source=\"\"");
        }
    }

    private String target() {
        return "http://" + server.uri("/").getAuthority();
    }
}
