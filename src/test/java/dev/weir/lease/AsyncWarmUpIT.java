package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections of asynchronous pools that are opened before they are needed. */
@Timeout(60)
class AsyncWarmUpIT {

    private static HttpPoolBuilder pool() {
        return PatientPool.builder("test").sslContext(TestCertificates.trusted().clientContext());
    }

    @Test
    void areSharedByTheFirstRequestsOverHttp2() throws Exception {
        try (Http2Server server = Http2Server.allowing(100);
                AsyncHttpPool pool = pool().buildAsync()) {
            pool.warmUp(server.uri(), 2);

            assertThat(PoolBooks.atRest(pool).idle()).isEqualTo(1);
            pool.send(SimpleRequestBuilder.get(server.uri() + "/a").build()).get(30, TimeUnit.SECONDS);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void areOnlyThoseThatAreMissing() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                AsyncHttpPool pool = pool().protocol(Protocol.HTTP_1_1).buildAsync()) {
            pool.send(SimpleRequestBuilder.get(server.uri("/")).build()).get(30, TimeUnit.SECONDS);
            PoolBooks.atRest(pool);

            pool.warmUp(server.origin(), 3);
            pool.warmUp(server.origin(), 2);

            assertThat(PoolBooks.atRest(pool).idle()).isEqualTo(3);
            server.awaitAccepted(3, PoolCall.PATIENCE);
            assertThat(server.accepted()).isEqualTo(3);
        }
    }

    @Test
    void closedPoolIsNotWarmedUp() {
        AsyncHttpPool pool = pool().buildAsync();
        pool.close();

        assertThatExceptionOfType(PoolClosedException.class).isThrownBy(() -> pool.warmUp("http://127.0.0.1:1", 1));
    }
}
