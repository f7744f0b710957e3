package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many callers, and a server that now and then sends one response too many. */
class UnsolicitedUnderLoadIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final int THREADS = 4;
    private static final int CALLS = 150;
    private static final String EVIL = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL";

    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicInteger evil = new AtomicInteger();
    private final AtomicInteger foreign = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({"false, true", "true, true", "false, false", "true, false"})
    void callersGetTheirOwnResponses(boolean tls, boolean oneSegment) throws Exception {
        try (LoopbackServer server = (tls ? LoopbackServer.https(CERTIFICATES) : LoopbackServer.http())
                        .handler(exchange -> answer(exchange, oneSegment))
                        .start();
                HttpPool pool = PatientPool.builder("test")
                        .sslContext(CERTIFICATES.clientContext())
                        .build()) {
            List<PoolCall<String>> callers =
                    PoolCall.start(THREADS, caller -> () -> callMany(pool, server.origin() + "/" + caller + "/"));
            for (PoolCall<String> caller : callers) {
                assertThat(caller.get()).isEqualTo("done");
            }

            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.UNSOLICITED_BYTES);
            // What comes as a segment of its own may come while the next request is outstanding, and so may the
            // response
            // to that one, as long as the caller is faster than the server. Without looks, it is nine calls of ten.
            int bound = oneSegment ? 0 : THREADS * CALLS / 4;
            assertThat(evil.get() + foreign.get()).isLessThanOrEqualTo(bound);
        }
    }

    private void answer(Exchange exchange, boolean oneSegment) throws IOException {
        String body = exchange.target();
        String own = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        boolean isOneTooMany = answers.incrementAndGet() % 20 == 0;
        write(exchange, isOneTooMany && oneSegment ? own + EVIL : own);
        if (isOneTooMany && !oneSegment) {
            write(exchange, EVIL);
        }
    }

    private static void write(Exchange exchange, String bytes) throws IOException {
        exchange.output().write(bytes.getBytes(StandardCharsets.US_ASCII));
    }

    private String callMany(HttpPool pool, String prefix) throws IOException {
        for (int i = 0; i < CALLS; i++) {
            String uri = prefix + i;
            String body = pool.client()
                    .execute(
                            ClassicRequestBuilder.get(uri).build(),
                            response -> EntityUtils.toString(response.getEntity()));
            if (body.equals("EVIL")) {
                evil.incrementAndGet();
            } else if (!uri.endsWith(body)) {
                foreign.incrementAndGet();
            }
        }
        return "done";
    }
}
