package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.ClosedBy;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What the server sees of the end of a connection that its next caller finds unfit. Only the caller can find that: for the
 * maintenance of the pool, no time passes.
 */
class UnfitConnectionIT {

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final Thread caller = Thread.currentThread();
    // How far the time of the caller is ahead; only the caller reads and writes it.
    private long aheadNanos;
    private final HttpPoolBuilder builder =
            PatientPool.builder("test", this::nowNanos).eviction(e -> e.idle(IDLE));

    private long nowNanos() {
        return Thread.currentThread().equals(caller) ? aheadNanos : 0;
    }

    private void assertThatUnfitOneEnds(HttpPoolBuilder setUp, LoopbackServer server, ClosedBy how) throws IOException {
        try (HttpPool pool = setUp.build()) {
            PoolFetch.get(pool, server);
            aheadNanos = IDLE.toNanos();
            PoolFetch.get(pool, server);

            server.awaitOpen(1, PoolCall.PATIENCE);

            assertThat(server.connections()).hasSize(2);
            assertThat(server.connections().get(0).closedBy()).contains(how);
            assertThat(server.connections().get(1).isOpen()).isTrue();
            assertThat(PoolBooks.causes(pool)).containsExactly(entry(CloseCause.IDLE, 1L));
        }
    }

    @Test
    void isAnOrderlyEndWithoutTls() throws IOException {
        try (LoopbackServer server = LoopbackServer.http().start()) {
            assertThatUnfitOneEnds(builder, server, ClosedBy.CLIENT_FIN);
        }
    }

    // A closing handshake would keep the socket open while the caller dials another one.
    @Test
    void isACutWithTls() throws IOException {
        TestCertificates certificates = TestCertificates.trusted();
        try (LoopbackServer server = LoopbackServer.https(certificates).start()) {
            assertThatUnfitOneEnds(builder.sslContext(certificates.clientContext()), server, ClosedBy.CLIENT_RST);
        }
    }
}
