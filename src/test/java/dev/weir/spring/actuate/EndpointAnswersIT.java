package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class EndpointAnswersIT {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=httppools,httppoolspage,beans";
    private static final String UNRESTRICTED = "management.endpoint.httppools.access=unrestricted";
    private static final String SHOW = "management.endpoint.httppools.show-values=";

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void areNeitherKeptNorFramed() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED)) {
            app.call(server.uri("/"));

            assertIsProtected(app.get("/httppoolspage"), 200);
            assertIsProtected(app.get("/httppools"), 200);
            assertIsProtected(app.get("/httppools/default"), 200);
            assertIsProtected(app.get("/httppools/nobody"), 404);
            assertIsProtected(app.post("/httppools/default/limit", "{\"maxTotal\": 0}"), 400);
            assertThat(app.get("/beans").headers().firstValue("Content-Security-Policy"))
                    .isEmpty();
        }
    }

    @Test
    void areProtectedWhereverTheEndpointsAre() throws Exception {
        try (WebApp app = WebApp.start(
                EXPOSED,
                "management.server.port=0",
                "management.server.address=127.0.0.1",
                "management.endpoints.web.path-mapping.httppools=pools")) {
            assertIsProtected(app.management("/pools"), 200);
            assertIsProtected(app.management("/httppoolspage"), 200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/env", "/configprops", "/httppools"})
    void neverTellOfCredentials(String endpoint) throws Exception {
        try (WebApp app = WebApp.start(
                "management.endpoints.web.exposure.include=*",
                "management.endpoint.env.show-values=always",
                "management.endpoint.configprops.show-values=always",
                SHOW + "always",
                "weir.defaults.max-total=77",
                "weir.pools.default.proxy-credentials.username=somebody",
                "weir.pools.default.proxy-credentials.password=s3cret")) {
            app.call(server.uri("/"));

            String shown = app.get(endpoint).body();

            assertThat(shown).contains("77").doesNotContain("s3cret").doesNotContain("somebody");
        }
    }

    @Test
    void maskTextButNotFigures() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, UNRESTRICTED, proxy())) {
            app.call(server.uri("/"));

            assertThat(app.get("/httppools/default").body().split("\\*{6}", -1)).hasSize(2);
            assertThat(setting(app.get("/httppools/default"), "proxy")).isEqualTo("******");
            assertThat(setting(app.post("/httppools/default/evict", "{}"), "proxy"))
                    .isEqualTo("******");
            assertThat(setting(app.get("/httppools/default"), "timeouts.connect"))
                    .isEqualTo("2s");
            assertThat(setting(app.get("/httppools/default"), "reuse")).isEqualTo("ALWAYS");
        }
    }

    @Test
    void showTextWhereItIsAllowed() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, SHOW + "always", proxy())) {
            app.call(server.uri("/"));

            assertThat(setting(app.get("/httppools/default"), "proxy")).contains("localhost:" + port());
        }
    }

    @Test
    void maskTextForCallersWithoutAuthorization() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, SHOW + "when-authorized", proxy())) {
            app.call(server.uri("/"));

            assertThat(setting(app.get("/httppools/default"), "proxy")).isEqualTo("******");
        }
    }

    private String proxy() {
        return "weir.defaults.proxy=http://localhost:" + port();
    }

    private int port() {
        return server.uri("/").getPort();
    }

    private static void assertIsProtected(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
        assertThat(response.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(response.headers().allValues("Content-Security-Policy")).containsExactly("frame-ancestors 'none'");
    }

    private static String setting(HttpResponse<String> response, String name) {
        for (JsonNode setting : WebApp.json(response).path("settings")) {
            if (setting.path("name").asString().equals(name)) {
                return setting.path("value").asString();
            }
        }
        throw new AssertionError("no setting " + name + " in " + response.body());
    }
}
