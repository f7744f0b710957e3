package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.traffic.TrafficCounters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;

/** A pool whose host names are chosen by users. */
class ManyRoutesTest {

    private static final PoolConfig CONFIG = PoolConfig.builder("test")
            .route("http://configured.test", r -> r.maxConnections(3))
            .route("http://*.many.test", r -> r.maxConnections(4))
            .build();
    private static final HttpRoute CONFIGURED = route("configured.test");

    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1_000); // overflows soon
    private final ConnectionPool pool = new ConnectionPool(CONFIG, List.of(), nowNanos::get, socket -> {
        throw new UnsupportedOperationException();
    });

    private static HttpRoute route(String host) {
        return new HttpRoute(new HttpHost(host, 80));
    }

    private void pass(Duration time) {
        nowNanos.addAndGet(time.toNanos());
    }

    /** A name that does not resolve. */
    private RouteState stranger(String host) {
        RouteState state = pool.routes().of(route(host));
        state.lent();
        state.dials().ended(DialOutcome.NAME_NOT_FOUND, 1_000_000);
        state.ended(LeaseOutcome.DIAL_FAILED, 0);
        state.returning();
        state.released(1_000_000, 0, null);
        return state;
    }

    private PooledConnection connect(RouteState state) {
        PooledConnection connection = new SharedConnection(new FakeTransport(), state, 0);
        state.lent();
        state.dials().ended(DialOutcome.CONNECTED, 1_000_000);
        state.ended(LeaseOutcome.DIALED, 0);
        state.add(connection);
        return connection;
    }

    /** A route that was used once and has no connection any more. */
    private RouteState used(String host) {
        RouteState state = pool.routes().of(route(host));
        PooledConnection connection = connect(state);
        state.returning();
        state.released(2_000_000, 0, null);
        state.remove(connection, CloseCause.IDLE);
        return state;
    }

    private void strangers(int count) {
        for (int i = 0; i < count; i++) {
            stranger("host-" + i + ".many.test");
            pass(Duration.ofMillis(10));
        }
    }

    @Test
    void forgetsRoutesThatNeverConnectedBeyondABound() {
        strangers(5_000);

        // Those of the last two seconds may be in the making.
        assertThat(pool.routes().all()).hasSizeLessThanOrEqualTo(Forgetting.STRANGERS + 200 + 100);
        assertThat(pool.routes().all())
                .extracting(RouteState::target)
                .contains("http://host-4999.many.test:80", "http://host-4500.many.test:80")
                .doesNotContain("http://host-0.many.test:80");
    }

    @Test
    void keepsRoutesThatAreConfiguredInUseOrWaitedFor() {
        pool.routes().of(CONFIGURED);
        RouteState connected = pool.routes().of(route("connected.test"));
        connect(connected);
        RouteState leased = pool.routes().of(route("leased.test"));
        leased.lent();
        RouteState waited = pool.routes().of(route("waited.test"));
        waited.pending.incrementAndGet();
        pass(Duration.ofHours(1));

        strangers(5_000);

        assertThat(pool.routes().all())
                .contains(connected, leased, waited)
                .extracting(RouteState::route)
                .contains(CONFIGURED);
    }

    @Test
    void neverKnowsMoreThanTenThousandAndForgetsTheLeastRecentlyUsed() {
        RouteState lately = used("lately.test");
        for (int i = 0; i < 12_000; i++) {
            used("host-" + i + ".test");
            pass(Duration.ofMillis(10));
            lately.asked();
        }

        assertThat(pool.routes().all())
                .hasSizeLessThanOrEqualTo(Forgetting.MOST + 100)
                .contains(lately);
        assertThat(pool.routes().of(route("host-11999.test")).hasConnected()).isTrue();
    }

    @Test
    void maintainsBusyRoutesAlone() {
        strangers(500);
        RouteState connected = pool.routes().of(route("connected.test"));
        PooledConnection connection = connect(connected);
        Housekeeper housekeeper = new Housekeeper(
                pool,
                new ThreadSpareDialer(pool, (route, connect, read) -> dialed -> {}, DialThreads.shared()),
                host -> false,
                List.of(new LeakWatch(pool)));

        pool.routes().prune();
        assertThat(pool.routes().busy()).containsExactly(connected);
        housekeeper.maintain();
        connected.returning();
        connected.remove(connection, CloseCause.IDLE);
        pool.routes().prune();
        assertThat(pool.routes().busy()).isEmpty();

        connected.lent();
        assertThat(pool.routes().busy()).containsExactly(connected);
    }

    @Test
    void routeThatNeverConnectedTakesAtMostOneAndAHalfKilobytes() {
        long each = bytesOfEach(this::stranger);

        assertThat(each).as(LiveBytes::histogram).isBetween(500L, 1_536L);
    }

    @Test
    void idleRouteThatHasConnectedTakesAtMostThreeKilobytes() {
        long each = bytesOfEach(this::used);

        assertThat(each).as(LiveBytes::histogram).isBetween(500L, 3 * 1_024L);
    }

    @Test
    void idleRouteTakesLessAfterSomeMinutesWithoutTraffic() {
        long each = bytesOfEach(host -> {
            RouteState state = used(host);
            for (int mark = 1; mark <= 3; mark++) {
                state.traffic().mark(nowNanos.get() + mark * TrafficCounters.MARK_NANOS);
            }
        });

        assertThat(each).as(LiveBytes::histogram).isBetween(500L, 2_200L);
    }

    /** Measures what of a route stays, with its name and its places in the tables of the pool. */
    private long bytesOfEach(Consumer<String> entry) {
        int count = 5_000; // so that what else changes in the JVM does not matter
        entry.accept("first.test"); // loads classes
        pool.routes().prune();
        LiveBytes.total();
        long before = LiveBytes.total();

        for (int i = 0; i < count; i++) {
            entry.accept("host-" + i + ".test");
        }
        pool.routes().prune();
        long after = LiveBytes.total();

        assertThat(pool.routes().all()).hasSize(count + 1);
        return (after - before) / count;
    }

    @Test
    void leavesRoutesAtRestOutOfWhatIsExamined() {
        for (int i = 0; i < 9_900; i++) {
            used("host-" + i + ".test");
        }
        pass(Duration.ofNanos(3 * TrafficCounters.MARK_NANOS));
        for (int i = 0; i < 3; i++) {
            pass(Duration.ofNanos(TrafficCounters.MARK_NANOS));
            pool.routes().all().forEach(state -> state.traffic().mark(nowNanos.get()));
        }

        assertThat(pool.routes().figures(nowNanos.get()).routes()).isEmpty();
    }
}
