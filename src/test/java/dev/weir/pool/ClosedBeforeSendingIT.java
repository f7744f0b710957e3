package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls whose connection is being established when their pool is closed. */
@Timeout(120)
class ClosedBeforeSendingIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final String UNSENT = "Pool 'test' was closed before the request was sent.";

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContext());
    }

    private static void assertUnsent(PoolCall<String> call, PoolInUse pool) throws Exception {
        assertThat(call.failure()).isInstanceOf(PoolClosedException.class).hasMessage(UNSENT);
        PoolBooks.atRest(pool.pool());
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void sayThatNothingWasSentIfTheyWaitForTls(PoolKind kind) throws Exception {
        try (SilentServer silent = SilentServer.mute();
                PoolInUse pool = kind.build(builder())) {
            PoolCall<String> call = PoolCall.start(() -> pool.get("https://127.0.0.1:" + silent.port() + "/"));
            PoolCall.awaitUntil(() -> silent.heard() == 1);

            pool.close();

            assertUnsent(call, pool);
            silent.awaitOpen(0, PoolCall.PATIENCE);
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void sayThatNothingWasSentIfTheyWaitForTlsThroughAProxy(PoolKind kind) throws Exception {
        try (SilentServer silent = SilentServer.mute();
                HttpProxyServer proxy = HttpProxyServer.start();
                PoolInUse pool = kind.build(builder().proxy(proxy.origin()))) {
            PoolCall<String> call = PoolCall.start(() -> pool.get("https://recs.weir.test:" + silent.port() + "/"));
            PoolCall.awaitUntil(() -> silent.heard() == 1);

            pool.close();

            assertUnsent(call, pool);
            proxy.log().awaitOpen(0, PoolCall.PATIENCE);
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void sayThatNothingWasSentIfTheyWaitForTlsWithTheProxy(PoolKind kind) throws Exception {
        try (SilentServer proxy = SilentServer.mute();
                PoolInUse pool = kind.build(builder().proxy("https://127.0.0.1:" + proxy.port()))) {
            PoolCall<String> call = PoolCall.start(() -> pool.get("https://recs.weir.test/"));
            PoolCall.awaitUntil(() -> proxy.heard() == 1);

            pool.close();

            assertUnsent(call, pool);
            proxy.awaitOpen(0, PoolCall.PATIENCE);
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void sayThatNothingWasSentIfTheyWaitForATunnel(PoolKind kind) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (LoopbackServer proxy = LoopbackServer.http()
                        .handler(exchange -> exchange.await(release))
                        .start();
                PoolInUse pool = kind.build(builder().proxy(proxy.origin()))) {
            PoolCall<String> call = PoolCall.start(() -> pool.get("https://recs.weir.test/"));
            proxy.awaitRequests(1, PoolCall.PATIENCE);

            pool.close();

            assertUnsent(call, pool);
        } finally {
            release.countDown();
        }
    }
}
