package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * With one place for all hosts there is never a second socket, though the servers do not take part in the closing handshake
 * of TLS, which therefore would last a second.
 */
class LastPlaceTlsIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    /** Counts the sockets that are open when one more is. */
    private static final class CountingTls implements TlsSocketStrategy {
        private final TlsSocketStrategy tls = new DefaultClientTlsStrategy(CERTIFICATES.clientContext());
        private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
        private final AtomicInteger most = new AtomicInteger();

        @Override
        public SSLSocket upgrade(Socket socket, String target, int port, Object attachment, HttpContext context)
                throws IOException {
            sockets.add(socket);
            int open = (int) sockets.stream().filter(each -> !each.isClosed()).count();
            most.accumulateAndGet(open, Math::max);
            return tls.upgrade(socket, target, port, attachment, context);
        }
    }

    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch hold = new CountDownLatch(1);
    private final CountingTls tls = new CountingTls();
    private final List<LoopbackServer> servers = List.of(server(), server(), server());

    // A thread that waits reads nothing, not even the end of TLS.
    private LoopbackServer server() {
        return LoopbackServer.https(CERTIFICATES)
                .handler(exchange -> {
                    exchange.ok("ok");
                    exchange.await(end);
                })
                .start();
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("test").tlsStrategy(tls).maxTotal(1).maxPerRoute(1);
    }

    @AfterEach
    void stop() {
        hold.countDown();
        end.countDown();
        servers.forEach(LoopbackServer::close);
    }

    @Test
    void closesAConnectionThatComesBackForTheLastTimeBeforeTheNextCallerDials() throws Exception {
        try (HttpPool pool = builder().eviction(e -> e.maxRequests(1)).build()) {
            List<PoolCall<String>> calls = new ArrayList<>();
            for (LoopbackServer server : servers) {
                calls.add(PoolCall.start(PoolFetch.holding(pool.client(), server.origin(), hold)));
            }
            PoolCall.awaitUntil(
                    () -> pool.snapshot().pending() == 2 && pool.snapshot().leased() == 1);
            hold.countDown();
            for (PoolCall<String> call : calls) {
                call.get();
            }

            assertThat(tls.sockets).hasSize(3);
            assertThat(tls.most).hasValue(1);
            assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.MAX_REQUESTS, 3L));
        }
    }
}
