package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.PoolConfig;
import dev.weir.config.Spread;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.DnsTimes;
import dev.weir.internal.manager.Addresses;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.Leases;
import dev.weir.internal.pool.StreamLease;
import dev.weir.testpool.EventRecorder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.RouteInfo.LayerType;
import org.apache.hc.client5.http.RouteInfo.TunnelType;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the caller is told of the TLS handshake in a tunnel. */
@Timeout(120)
class TunnelTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final HttpRoute ROUTE = new HttpRoute(
            new HttpHost("https", "upstream.test", 443),
            null,
            new HttpHost("proxy.test", 3128),
            true,
            TunnelType.TUNNELLED,
            LayerType.LAYERED);
    private static final PoolConfig CONFIG = PoolConfig.builder("test").buildAsync();
    private static final DnsTimes NO_CACHE = new DnsTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private final FakeSession session = new FakeSession();
    private final HeldTls tls = new HeldTls();
    private final Caller caller = new Caller(new CompletableFuture<>());
    private final AsyncPool pool = AsyncPoolManager.pool(CONFIG, List.of(new EventRecorder()), System::nanoTime);
    private final StreamLease lease = Leases.of(pool, ROUTE).join();
    private final AsyncConnection connection = connected();
    private final AsyncDialer dialer = new AsyncDialer(
            pool,
            new CachingDnsResolver(
                    SystemDefaultDnsResolver.INSTANCE, () -> NO_CACHE, System::nanoTime, (host, outcome, nanos) -> {}),
            new Addresses(() -> Spread.FIRST),
            config -> AsyncTransport.of(config, null, tls),
            CONFIG);

    private record Caller(CompletableFuture<AsyncConnectionEndpoint> told)
            implements FutureCallback<AsyncConnectionEndpoint> {

        @Override
        public void completed(AsyncConnectionEndpoint endpoint) {
            told.complete(endpoint);
        }

        @Override
        public void failed(Exception cause) {
            told.completeExceptionally(cause);
        }

        @Override
        public void cancelled() {
            told.cancel(false);
        }
    }

    private AsyncConnection connected() {
        AsyncConnection made = (AsyncConnection) Objects.requireNonNull(lease.transport());
        made.connected(session);
        assertThat(Leases.connect(lease, 1)).succeedsWithin(PATIENCE);
        return made;
    }

    @AfterEach
    void endThreads() {
        dialer.close();
    }

    private void secure() {
        new Tunnel(dialer, new StreamEndpoint(lease), caller).secure();
    }

    private void assertThatTheCallerIsTold(Class<? extends Exception> failure) {
        assertThat(caller.told()).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(failure);
        assertThat(session.isOpen()).isFalse();
    }

    @Test
    void tellsOfItsSuccess() {
        secure();

        tls.succeed();

        assertThat(caller.told()).succeedsWithin(PATIENCE);
        assertThat(session.isOpen()).isTrue();
    }

    @Test
    void tellsOfItsFailure() {
        secure();

        tls.fail(new SSLException("wrong name"));

        assertThatTheCallerIsTold(SSLException.class);
    }

    @Test
    void tellsOfTheEndOfItsSession() {
        secure();

        connection.disconnected();

        assertThatTheCallerIsTold(ConnectionClosedException.class);
    }

    @Test
    void tellsOfASessionThatEndsBeforeItBegins() {
        connection.disconnected();

        secure();

        assertThatTheCallerIsTold(ConnectionClosedException.class);
    }

    @Test
    void tellsOfTheCloseOfItsConnection() {
        secure();

        connection.books().close(CloseMode.GRACEFUL);

        assertThatTheCallerIsTold(ConnectionClosedException.class);
    }

    @Test
    void doesNothingAtTheEndOfASessionThatItHasSecured() {
        secure();
        tls.succeed();

        connection.disconnected();

        assertThat(caller.told()).succeedsWithin(PATIENCE);
        assertThat(session.isOpen()).isTrue();
    }

    @Test
    void tellsOfAnErrorBehindItsHandshake() {
        secure();
        session.failsByError();

        assertThatCode(tls::succeed).doesNotThrowAnyException();

        assertThatTheCallerIsTold(IllegalStateException.class);
    }

    @Test
    void tellsOfItsFailureThoughAnErrorFollows() {
        secure();
        session.failsByError();

        assertThatThrownBy(() -> tls.fail(new SSLException("wrong name"))).isInstanceOf(AssertionError.class);

        assertThatTheCallerIsTold(SSLException.class);
    }
}
