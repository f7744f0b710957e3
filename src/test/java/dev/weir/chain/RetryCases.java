package dev.weir.chain;

import static dev.weir.chain.Calls.post;
import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.when;
import static dev.weir.chain.Calls.with;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;

/** Failures after which a request is sent again, or not. */
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

    static List<Case> retries() {
        return List.of(
                when("reset", onceReset(), send(HttpGet::new)),
                when("reset of post", onceReset(), send(Calls::post)),
                when("reset of post once", onceReset(), send(Calls::postOnce)),
                when(
                        "reset of post with a key",
                        onceReset(),
                        send(uri -> with(post(uri), post -> post.addHeader("Idempotency-Key", "1")))),
                when("always reset", Exchange::reset, send(HttpGet::new)),
                when("always hung up on", Exchange::hangUp, send(HttpGet::new)));
    }
}
