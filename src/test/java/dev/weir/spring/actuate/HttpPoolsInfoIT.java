package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpPoolsInfoIT {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=info";
    private static final String ENABLED = "management.info.httppools.enabled=true";

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void tellsOfThePoolsAndTheirClients() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED, ENABLED, "weir.pools.payments.max-total=7")) {
            app.call(server.uri("/secret?token=hidden"));

            String info = WebApp.json(app.get("/info")).path("httpPools").toString();

            assertThat(info)
                    .matches("\\{\"pools\":\\{\"default\":\\{\"clients\":[0-9]+,\"protocol\":\"HTTP_1_1\","
                            + "\"maxTotal\":100,\"maxPerRoute\":20}},\"unused\":\\[\"payments\"],\"bypasses\":0}");
        }
    }

    @Test
    void tellsNothingUnlessAsked() throws Exception {
        try (WebApp app = WebApp.start(EXPOSED)) {
            assertThat(app.get("/info").body()).isEqualTo("{}");
        }
    }
}
