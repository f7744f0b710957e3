package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.testpool.PoolCall;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Leases of callers that do not block. */
class StreamLeaseTest {

    private static final Duration WAIT = Duration.ofMillis(20);

    private final ConnectionPool pool = ConnectionPool.shared(
            PoolConfig.builder("test").timeouts(t -> t.poolWait(WAIT)).build(),
            List.of(),
            System::nanoTime,
            Connection::new);
    private final AtomicReference<@Nullable SharedConnection> dialing = new AtomicReference<>();
    private final CompletableFuture<StreamLease> leased = new CompletableFuture<>();

    private void lease() {
        StreamLease.Answer answer = new StreamLease.Answer() {
            @Override
            public void leased(StreamLease lease) {
                leased.complete(lease);
            }

            @Override
            public void refused(Exception cause) {
                leased.completeExceptionally(cause);
            }

            @Override
            public void cancelled() {
                leased.completeExceptionally(new CancellationException());
            }
        };
        StreamLease.request(
                pool.route(new HttpRoute(new HttpHost("recs", 80))), null, LeaseTerms.ANY, Timeout.DISABLED, answer);
    }

    private static CompletableFuture<Boolean> connected(StreamLease lease) {
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        lease.connect(new StreamLease.Ready() {
            @Override
            public void ready() {
                ready.complete(lease.isConnected());
            }

            @Override
            public void failed(Exception cause) {
                ready.completeExceptionally(cause);
            }
        });
        return ready;
    }

    @Test
    void goesOnIfToBeginItsDialTakesLongerThanItMayWait() throws Exception {
        long startNanos = System.nanoTime();
        pool.routes().dialer = new SharedConnection.Dials(dial -> {
            PoolCall.awaitUntil(() -> System.nanoTime() - startNanos > 10 * WAIT.toNanos());
            dialing.set(dial);
        });

        lease();

        CompletableFuture<Boolean> ready = connected(leased.get(30, TimeUnit.SECONDS));
        Objects.requireNonNull(dialing.get()).dialed(1);
        assertThat(ready.get(30, TimeUnit.SECONDS)).isTrue();
    }

    /** To nowhere. */
    private static final class Connection extends SharedConnection {

        Connection(RouteState route) {
            super(route);
        }

        @Override
        public boolean isMultiplexed() {
            return false;
        }

        @Override
        protected int streams() {
            return 1;
        }

        @Override
        public SSLSession getSSLSession() {
            throw new UnsupportedOperationException();
        }

        @Override
        public EndpointDetails getEndpointDetails() {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable SocketAddress getLocalAddress() {
            return null;
        }

        @Override
        public @Nullable SocketAddress getRemoteAddress() {
            return null;
        }

        @Override
        public ProtocolVersion getProtocolVersion() {
            return HttpVersion.HTTP_1_1;
        }

        @Override
        public boolean isOpen() {
            return !isClosed();
        }

        @Override
        public Timeout getSocketTimeout() {
            return Timeout.DISABLED;
        }

        @Override
        public void setSocketTimeout(Timeout timeout) {}

        @Override
        protected void closeOwn(CloseMode mode) {}

        @Override
        public String getId() {
            return "c-1";
        }
    }
}
