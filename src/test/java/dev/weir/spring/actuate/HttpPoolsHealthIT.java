package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.spring.HttpPools;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.web.client.ResourceAccessException;
import tools.jackson.databind.JsonNode;

class HttpPoolsHealthIT {

    private static final String DETAILS = "management.endpoint.health.show-details=always";

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void tellsTheLevelsOfEachPool() throws Exception {
        try (WebApp app = WebApp.start(DETAILS)) {
            app.call(server.uri("/secret?token=hidden"));

            HttpResponse<String> health = app.get("/health");

            assertThat(component(health).toString())
                    .isEqualTo(
                            "{\"details\":{\"pools\":{\"default\":{\"open\":true,\"limit\":100,\"leased\":0,\"idle\":1,"
                                    + "\"dialing\":0,\"pending\":0,\"findings\":[],\"moreFindings\":0}},\"morePools\":0},"
                                    + "\"status\":\"UP\"}");
            assertThat(health.body()).doesNotContain("secret", "token", "hidden");
        }
    }

    @Test
    void buildsNoPool() throws Exception {
        try (WebApp app = WebApp.start(DETAILS)) {
            JsonNode component = component(app.get("/health"));

            assertThat(component.path("details").path("pools").toString()).isEqualTo("{}");
            assertThat(app.bean(HttpPools.class).pools()).isEmpty();
        }
    }

    @Test
    void showsNoDetailsUnlessTheyAreAllowed() throws Exception {
        try (WebApp app = WebApp.start()) {
            app.call(server.uri("/"));

            HttpResponse<String> health = app.get("/health");

            assertThat(health.body()).contains("\"status\":\"UP\"").doesNotContain("httppools", "idle");
        }
    }

    @Test
    void staysUpAndTellsInWordsWhatIsWrong() throws Exception {
        server.close();
        try (WebApp app = WebApp.start(DETAILS)) {
            failToCall(app, server.uri("/secret?token=hidden"), 5);

            HttpResponse<String> health = app.get("/health");

            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(component(health).path("status").asString()).isEqualTo("UP");
            assertThat(findings(health))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.asString())
                            .startsWith("WARN http://" + server.uri("/").getAuthority()
                                    + ": Connections to this host cannot be established. Evidence: 5 of 5 dials failed")
                            .endsWith("Advice: Check that the server runs and listens on this port."));
            assertThat(health.body()).doesNotContain("secret", "token", "hidden");
        }
    }

    @Test
    void hasNoPartInTheProbes() {
        try (WebApp app = WebApp.start("management.endpoint.health.probes.enabled=true")) {
            HealthEndpointGroups groups = app.bean(HealthEndpointGroups.class);

            assertThat(groups.getPrimary().isMember("httppools")).isTrue();
            assertThat(groups.getNames())
                    .containsExactlyInAnyOrder("liveness", "readiness")
                    .noneMatch(name -> Objects.requireNonNull(groups.get(name)).isMember("httppools"));
        }
    }

    private static JsonNode component(HttpResponse<String> health) {
        return WebApp.json(health).path("components").path("httppools");
    }

    private static Iterable<JsonNode> findings(HttpResponse<String> health) {
        return component(health).path("details").path("pools").path("default").path("findings");
    }

    private static void failToCall(WebApp app, URI address, int times) {
        for (int i = 0; i < times; i++) {
            assertThatThrownBy(() -> app.call(address)).isInstanceOf(ResourceAccessException.class);
        }
    }
}
