package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.testpool.Answers;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.TestCertificates;
import java.util.concurrent.Callable;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A TLS record of which a part has come while its connection was idle. It may be a session ticket or a key update, so that
 * the connection is used, and no lease waits for its end.
 */
@Timeout(120)
class PartialRecordIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final int HEADER = 5;

    private final HalvedRecords server = new HalvedRecords(CERTIFICATES);

    PartialRecordIT() throws Exception {}

    @AfterEach
    void stopServer() throws Exception {
        server.close();
    }

    private static HttpPoolBuilder pool() {
        return PatientPool.builder("partial").sslContext(CERTIFICATES.clientContext());
    }

    private void assertUsedAtOnce(int bytes, Callable<String> call) throws Exception {
        assertThat(call.call()).endsWith("1");
        server.sendBeginning(bytes);

        PoolCall<String> second = PoolCall.start(call);
        PoolCall.awaitUntil(() -> server.requests() == 2);
        server.sendRest();

        assertThat(second.get()).endsWith("2");
        assertThat(call.call()).endsWith("3");
        assertThat(server.accepted()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, HEADER - 1, HEADER, HEADER + 9})
    void keepsNoLeaseWaiting(int bytes) throws Exception {
        try (HttpPool pool = pool().build()) {
            assertUsedAtOnce(bytes, () -> ClientCalls.get(pool.client(), server.uri()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, HEADER - 1, HEADER, HEADER + 9})
    void keepsNoLeaseOfAnAsynchronousPoolWaiting(int bytes) throws Exception {
        try (AsyncHttpPool pool = pool().protocol(Protocol.HTTP_1_1).buildAsync()) {
            assertUsedAtOnce(
                    bytes,
                    () -> Answers.text(pool.client()
                            .execute(SimpleRequestBuilder.get(server.uri()).build(), null)));
        }
    }

    // Of a blocking pool alone: asynchronous connections of HttpCore 5.4.4 leave a response unread that came in the
    // same
    // read as a KeyUpdate. Elsewhere the server therefore waits between the two.
    @Test
    void readsAResponseThatArrivesWithAKeyUpdate() throws Exception {
        server.joinRest();
        try (HttpPool pool = pool().build()) {
            assertUsedAtOnce(HEADER, () -> ClientCalls.get(pool.client(), server.uri()));
        }
    }
}
