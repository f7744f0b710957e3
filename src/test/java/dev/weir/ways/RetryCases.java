package dev.weir.ways;

import static dev.weir.ways.WayCalls.OK;
import static dev.weir.ways.WayCalls.post;
import static dev.weir.ways.WayCalls.send;
import static dev.weir.ways.WayCalls.twice;
import static dev.weir.ways.WayCalls.wayCase;
import static dev.weir.ways.WayCalls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.ReusePolicy;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Failures and statuses after which a request may be sent again. */
final class RetryCases {

    private RetryCases() {}

    private static boolean isFirst(Exchange exchange) {
        return exchange.connection().id() == 1 && exchange.connection().requestNumber() == 1;
    }

    static Handler onceReset() {
        return exchange -> {
            if (isFirst(exchange)) {
                exchange.reset();
            } else {
                exchange.ok("at last " + exchange.bodyText());
            }
        };
    }

    private static Handler onceStatus(int status, String... headers) {
        return exchange -> {
            if (isFirst(exchange)) {
                exchange.respond(status, "later".getBytes(UTF_8), headers);
            } else {
                exchange.ok("now " + exchange.bodyText());
            }
        };
    }

    // The connection has carried a request, and breaks at the next one.
    private static Handler resetWhenReused() {
        return exchange -> {
            if (exchange.connection().requestNumber() > 1) {
                exchange.reset();
            } else {
                exchange.ok("fresh " + exchange.bodyText());
            }
        };
    }

    static List<WayCase> retries() {
        Consumer<HttpPoolBuilder> retrying = pool ->
                pool.retry(retry -> retry.onStatus(429, 503).maxRetries(2).backoff(Duration.ofMillis(1)));
        return List.of(
                wayCase("reset", onceReset(), send(HttpGet::new)),
                wayCase("reset of post", onceReset(), send(WayCalls::post)),
                wayCase("reset of post once", onceReset(), send(WayCalls::postOnce)),
                wayCase(
                        "reset of post with a key",
                        onceReset(),
                        send(uri -> with(post(uri), post -> post.addHeader("Idempotency-Key", "1")))),
                wayCase("always reset", Exchange::reset, send(HttpGet::new)),
                wayCase("always hung up on", Exchange::hangUp, send(HttpGet::new)),
                wayCase("reset when reused", resetWhenReused(), twice(HttpGet::new)),
                wayCase("reset of post when reused", resetWhenReused(), twice(WayCalls::post)),
                wayCase("503", onceStatus(503), send(HttpGet::new)),
                wayCase("503 retried", retrying, onceStatus(503), send(HttpGet::new)),
                wayCase("503 after", retrying, onceStatus(503, "Retry-After", "0"), send(HttpGet::new)),
                wayCase("503 too late", retrying, onceStatus(503, "Retry-After", "100"), send(HttpGet::new)),
                wayCase("503 to post", retrying, onceStatus(503), send(WayCalls::post)),
                wayCase(
                        "503 to put",
                        retrying,
                        onceStatus(503),
                        send(uri -> with(new HttpPut(uri), put -> put.setEntity(new StringEntity("x"))))),
                wayCase("503 for ever", retrying, Handler.always(503, "x".getBytes(UTF_8)), send(HttpGet::new)),
                wayCase("safe reuse", pool -> pool.reuse(ReusePolicy.SAFE), OK, twice(WayCalls::post)),
                wayCase("proven reuse", pool -> pool.reuse(ReusePolicy.AGGRESSIVE), OK, twice(WayCalls::post)),
                wayCase("no reuse", pool -> pool.reuse(ReusePolicy.NEVER), OK, twice(HttpGet::new)));
    }
}
