package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.ClientKind.Setup;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoginScheme;
import dev.weir.testserver.LoginServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Users who log in connections, where requests are sent more than once, and where the connections have a certificate, too.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
class RepeatedLoginsIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final Setup NAMED = new Setup(LoginScheme::allow, LoginScheme::allow);

    private final ClientKind kind;
    private final LoginServer logins = new LoginServer(Map.of("alice", "a", "bob", "b"));
    private final AtomicBoolean isDue = new AtomicBoolean();

    RepeatedLoginsIT(ClientKind kind) {
        this.kind = kind;
    }

    private static HttpClientContext alice() {
        return LoginScheme.contextOf("alice", "a");
    }

    private static HttpClientContext bob() {
        return LoginScheme.contextOf("bob", "b");
    }

    private void busy(Exchange exchange) throws IOException {
        if (isDue.getAndSet(false)) {
            exchange.respond(503, new byte[0], "Retry-After", "0");
        } else {
            logins.handle(exchange);
        }
    }

    private void cut(Exchange exchange) throws IOException {
        if (isDue.getAndSet(false)) {
            exchange.hangUp();
        } else {
            logins.handle(exchange);
        }
    }

    private static void assertSeparated(PoolCaller pool, LoopbackServer server) throws IOException {
        String open = server.uri("/open").toString();
        String uri = server.uri("/").toString();
        assertThat(pool.get(open, HttpClientContext.create())).isEqualTo("200 you are nobody");
        assertThat(pool.get(uri, bob())).isEqualTo("200 you are bob");
        assertThat(pool.get(open, HttpClientContext.create())).isEqualTo("200 you are nobody");
        assertThat(pool.get(uri, alice())).isEqualTo("200 you are alice");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void staySeparateWhereAStatusIsRetried(boolean isLoggedIn) throws IOException {
        HttpPoolBuilder retrying = PatientPool.builder("test")
                .retry(r -> r.onStatus(503).maxRetries(1).backoff(Duration.ofMillis(1)));
        HttpClientContext alice = alice();
        try (LoopbackServer server = LoopbackServer.http().handler(this::busy).start();
                PoolCaller pool = kind.open(retrying, NAMED)) {
            String uri = server.uri("/").toString();
            if (isLoggedIn) {
                pool.get(uri, alice);
            }
            isDue.set(true);

            assertThat(pool.get(uri, alice)).isEqualTo("200 you are alice");
            assertThat(isDue).isFalse();
            assertSeparated(pool, server);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void staySeparateWhereARequestMeetsAClosedConnection(boolean isLoggedIn) throws IOException {
        assumeThat(kind)
                .as("HttpClient's own asynchronous client repeats nothing")
                .isNotEqualTo(ClientKind.OWN_ASYNC);
        HttpClientContext alice = alice();
        try (LoopbackServer server = LoopbackServer.http().handler(this::cut).start();
                PoolCaller pool = kind.open(PatientPool.builder("test"), NAMED)) {
            String uri = server.uri("/").toString();
            pool.get(isLoggedIn ? uri : server.uri("/open").toString(), alice);
            isDue.set(true);

            assertThat(pool.get(uri, alice)).isEqualTo("200 you are alice");
            assertThat(isDue).isFalse();
            assertSeparated(pool, server);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void staySeparateOnConnectionsWithACertificate(boolean state) throws IOException {
        HttpPoolBuilder certified = PatientPool.builder("test")
                .sslContext(CERTIFICATES.clientContextWithCertificate())
                .connectionState(state);
        HttpClientContext alice = alice();
        try (LoopbackServer server = LoopbackServer.https(CERTIFICATES)
                        .needClientAuth()
                        .handler(logins)
                        .start();
                PoolCaller pool = kind.open(certified, NAMED)) {
            for (int i = 0; i < 2; i++) {
                assertThat(pool.get(server.uri("/").toString(), alice)).isEqualTo("200 you are alice");
                assertSeparated(pool, server);
            }
        }
    }
}
