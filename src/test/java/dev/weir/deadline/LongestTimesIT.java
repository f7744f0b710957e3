package dev.weir.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The longest times that can be written mean a time without an end; none of them overflows. */
@Timeout(120)
class LongestTimesIT {

    // The longest that a pool accepts; what comes with a request is not checked.
    private static final Duration LONGEST = Duration.ofDays(9125);
    private static final org.apache.hc.core5.util.Timeout ENDLESS =
            org.apache.hc.core5.util.Timeout.ofMilliseconds(Long.MAX_VALUE);

    @Test
    void lastThroughACallAsSettings() throws Exception {
        HttpPoolBuilder longest = builder()
                .timeouts(
                        t -> t.poolWait(LONGEST).connect(LONGEST).read(LONGEST).total(LONGEST));

        assertCalls(longest, new HttpGet("/"));
    }

    @Test
    @SuppressWarnings("deprecation") // requests may still carry it
    void lastThroughACallThatCarriesThem() throws Exception {
        HttpGet request = new HttpGet("/");
        request.setConfig(RequestConfig.custom()
                .setConnectionRequestTimeout(ENDLESS)
                .setConnectTimeout(ENDLESS)
                .setResponseTimeout(ENDLESS)
                .build());

        assertCalls(builder(), request);
    }

    private static void assertCalls(HttpPoolBuilder builder, HttpGet request) throws Exception {
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> exchange.ok("ok"))
                        .start();
                HttpPool pool = builder.build();
                AsyncHttpPool async = builder.buildAsync()) {
            request.setUri(server.uri("/"));
            assertThat(pool.client().execute(request, HttpResponse::getCode)).isEqualTo(200);
            assertThat(async.blockingClient().execute(request, HttpResponse::getCode))
                    .isEqualTo(200);
        }
    }

    private static HttpPoolBuilder builder() {
        return HttpPool.builder("longest").timeouts(timeouts -> timeouts.unordered());
    }
}
