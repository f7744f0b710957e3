package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.PoolConfig;
import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Segment;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.testpool.PoolCall;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.IOCallback;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Leases of callers that do not block. */
class StreamLeaseTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("recs", 80));
    private static final Duration WAIT = Duration.ofMillis(20);

    // Run when a caller that was served looks at its connection.
    private volatile Runnable whenSeen = () -> {};
    // Whether the clock fails when it is asked next.
    private final AtomicBoolean failsNext = new AtomicBoolean();
    // The threads that told listeners.
    private final Set<String> toldBy = ConcurrentHashMap.newKeySet();
    private ConnectionPool pool = pool(Duration.ofSeconds(30));
    private final AtomicReference<@Nullable SharedConnection> dialing = new AtomicReference<>();

    private ConnectionPool pool(Duration wait) {
        return new ConnectionPool(
                PoolConfig.builder("test")
                        .maxPerRoute(1)
                        .timeouts(t -> t.poolWait(wait).unordered())
                        .build(),
                SettingNames.PLAIN,
                List.of(event -> toldBy.add(Thread.currentThread().getName())),
                () -> {
                    if (failsNext.getAndSet(false)) {
                        throw new AssertionError("no time");
                    }
                    return System.nanoTime();
                },
                route -> new Connection(route, () -> whenSeen.run()));
    }

    private CompletableFuture<StreamLease> lease() {
        return lease(Timeout.DISABLED);
    }

    private CompletableFuture<StreamLease> lease(Timeout timeout) {
        CompletableFuture<StreamLease> leased = new CompletableFuture<>();
        StreamLease lease = new StreamLease(pool.route(ROUTE), null, LeaseTerms.ANY, timeout);
        lease.request(failure -> end(leased, lease, failure));
        return leased;
    }

    private static <T> void end(CompletableFuture<T> future, T result, @Nullable Exception failure) {
        if (failure == null) {
            future.complete(result);
        } else {
            future.completeExceptionally(failure);
        }
    }

    private static CompletableFuture<Boolean> connected(StreamLease lease) {
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        lease.connect(failure -> end(ready, failure == null && lease.isConnected(), failure));
        return ready;
    }

    @Test
    void goesOnIfToBeginItsDialTakesLongerThanItMayWait() throws Exception {
        pool = pool(WAIT);
        long startNanos = System.nanoTime();
        pool.dialer = dials(dial -> {
            PoolCall.awaitUntil(() -> System.nanoTime() - startNanos > 10 * WAIT.toNanos());
            dialing.set(dial);
        });

        CompletableFuture<Boolean> ready = connected(lease().get(30, TimeUnit.SECONDS));
        Objects.requireNonNull(dialing.get()).dialed(1);
        assertThat(ready.get(30, TimeUnit.SECONDS)).isTrue();
    }

    private static IOCallback<PooledConnection> dials(Consumer<SharedConnection> begin) {
        return connection -> ((SharedConnection) connection).dial(begin);
    }

    private StreamLease leaseWithADial() throws Exception {
        pool.dialer = dials(dialing::set);
        return lease().get(30, TimeUnit.SECONDS);
    }

    @Test
    void hearsOfAnErrorAtTheEndOfItsDial() throws Exception {
        CompletableFuture<Boolean> ready = connected(leaseWithADial());
        failsNext.set(true);

        assertThat(Objects.requireNonNull(dialing.get()).dialed(1)).isFalse();

        assertThat(ready.handle((is, cause) -> cause).get(30, TimeUnit.SECONDS)).hasStackTraceContaining("no time");
        assertThat(pool.route(ROUTE).stats().dialing()).isZero();
    }

    @Test
    void endsIfItsCallerFailsAsItHearsOfIt() {
        pool.dialer = dials(dialing::set);
        StreamLease lease = new StreamLease(pool.route(ROUTE), null, LeaseTerms.ANY, Timeout.DISABLED);
        assertThatThrownBy(() -> lease.request(failure -> {
                    throw new IllegalStateException("mine");
                }))
                .hasMessage("mine");
        assertThat(pool.drain(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void endsTheDialThatItWaitsForWithItself() throws Exception {
        StreamLease lease = leaseWithADial();
        assertThat(pool.route(ROUTE).stats().dialing()).isOne();

        lease.release(null, 0);

        assertThat(pool.route(ROUTE).stats()).isEqualTo(new Segment.Stats(0, 0, 0, 0, 0, 0));
        assertThat(Objects.requireNonNull(dialing.get()).dialed(1)).isFalse();
    }

    @Test
    void leavesToOthersWhatItIsServedAsItIsReleased() throws Exception {
        StreamLease lease = leaseWithADial();
        CountDownLatch seen = new CountDownLatch(1);
        whenSeen = () -> {
            lease.release(null, 0);
            seen.countDown();
        };

        Objects.requireNonNull(dialing.get()).dialed(1);

        assertThat(seen.await(30, TimeUnit.SECONDS)).isTrue();
        RouteState route = pool.route(ROUTE);
        PoolCall.awaitUntil(() -> route.stats().leased() == 0);
        assertThat(route.stats().idle()).isOne();
        assertThat(route.all())
                .allMatch(Entry::isIdle)
                .allMatch(each -> each.leases().isEmpty());
    }

    @Test
    void tellsListenersThatItsTimeIsOverOnNoThreadForWhichOthersWait() throws Exception {
        leaseWithADial();
        do { // a slow machine notices it on this thread
            assertThatThrownBy(() -> lease(Timeout.ofMilliseconds(200)).get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(PoolExhaustedException.class);
            toldBy.remove(Thread.currentThread().getName());
        } while (toldBy.isEmpty());
        assertThat(toldBy).containsExactly("weir-callback");
    }

    @Test
    void leavesTheQueueIfItIsReleasedAsItSearchesAgain() throws Exception {
        StreamLease lease = leaseWithADial();
        SharedConnection lost = Objects.requireNonNull(dialing.get());
        CompletableFuture<Boolean> first = connected(lease); // by now: a step that comes late would notice the release
        lost.dialed(1);
        assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<StreamLease> other = lease();
        lost.close(CloseMode.IMMEDIATE);

        CompletableFuture<Boolean> ready = connected(lease);
        assertThat(dialing.get()).isNotSameAs(lost);
        assertThat(lease.isPending()).isFalse();
        assertThat(other).isNotDone();
        lease.release(null, 0);

        assertThat(other.get(30, TimeUnit.SECONDS).isPending()).isFalse();
        assertThat(pool.route(ROUTE).stats().pending()).isZero();
        assertThatThrownBy(() -> ready.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(ConnectionShutdownException.class);
    }

    @Test
    void leavesNothingBehindIfItIsCanceledInTheQueue() throws Exception {
        StreamLease held = leaseWithADial();
        Objects.requireNonNull(dialing.get()).dialed(1);
        assertThat(connected(held).get(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<StreamLease> leased = new CompletableFuture<>();
        StreamLease waiting = new StreamLease(pool.route(ROUTE), null, LeaseTerms.ANY, Timeout.DISABLED);
        waiting.request(failure -> end(leased, waiting, failure));

        assertThat(waiting.cancel()).isTrue();

        assertThat(leased.handle((is, why) -> why).get(30, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        held.release(null, Long.MAX_VALUE);
        assertThat(pool.route(ROUTE).stats()).isEqualTo(new Segment.Stats(0, 1, 0, 0, 0, 1));
        assertThat(pool.unconnected).isEmpty();
        assertThat(pool.drain(Duration.ofSeconds(30))).isTrue();
    }

    /** To nowhere. */
    private static final class Connection extends SharedConnection {

        private final Runnable whenSeen;

        Connection(RouteState route, Runnable whenSeen) {
            super(route);
            this.whenSeen = whenSeen;
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
            whenSeen.run();
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
