package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A request with a key whose server closes the connection is sent again, though the pool was about to close the connection
 * itself.
 */
@Timeout(120)
class PlannedReplayIT {

    private static final String BLUE = "127.0.0.2";
    private static final String GREEN = "127.0.0.3";
    private static final Duration TTL = Duration.ofMillis(200);

    private final AtomicInteger executed = new AtomicInteger();

    /** Executes each order; hangs up on those that come on a connection that has had another request. */
    private Handler hangingUp(Runnable before) {
        return exchange -> {
            exchange.body();
            if (exchange.method().equals("POST")) {
                executed.incrementAndGet();
            }
            if (exchange.connection().requestNumber() > 1) {
                before.run();
                exchange.hangUp();
            } else {
                exchange.ok("ok");
            }
        };
    }

    private static String order(HttpPool pool, String uri) throws IOException {
        return pool.client()
                .execute(
                        ClassicRequestBuilder.post(uri)
                                .setHeader("Idempotency-Key", "4711")
                                .setEntity("order")
                                .build(),
                        response -> EntityUtils.toString(response.getEntity()));
    }

    @Test
    void requestIsSentAgainAfterTheNameHasMoved() throws Exception {
        SwitchedNames names = new SwitchedNames(BLUE);
        try (LoopbackServer blue = at(BLUE, 0);
                LoopbackServer green = at(GREEN, blue.port());
                HttpPool pool = PatientPool.builder("test")
                        .dns(d -> d.ttl(TTL).negativeTtl(TTL))
                        .dnsResolver(names)
                        .build()) {
            String uri = "http://service.test:" + blue.port() + "/";
            leaveTwoIdle(pool, blue, uri);
            green.handler(hangingUp(() -> {}));
            blue.handler(hangingUp(() -> {
                names.answers(GREEN);
                PoolCall.awaitUntil(() -> blue.open() == 1); // the idle one was drained
                int lookups = names.asked().size();
                PoolCall.awaitUntil(() -> names.asked().size() > lookups);
            }));

            assertThat(order(pool, uri)).isEqualTo("ok");

            assertThat(executed).hasValue(2);
            assertThat(green.requests()).isEqualTo(1);
            PoolBooks.atRest(pool);
        }
    }

    private static LoopbackServer at(String address, int port) throws IOException {
        return LoopbackServer.http()
                .address(InetAddress.getByName(address))
                .port(port)
                .start();
    }

    private static void leaveTwoIdle(HttpPool pool, LoopbackServer server, String uri) throws Exception {
        CountDownLatch both = new CountDownLatch(1);
        server.handler(exchange -> exchange.await(both).ok("ok"));
        var calls = PoolCall.start(2, i -> () -> order(pool, uri));
        PoolCall.awaitUntil(() -> server.requests() == 2);
        both.countDown();
        for (PoolCall<String> call : calls) {
            call.get();
        }
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == 2);
    }
}
