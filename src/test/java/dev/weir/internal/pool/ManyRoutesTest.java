package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.manager.BlockingDialer;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;

/** A pool whose host names are chosen by users. */
class ManyRoutesTest {

    private static final PoolConfig CONFIG = PoolConfig.builder("test")
            .route("http://configured.test", r -> r.maxConnections(3))
            .route("http://*.many.test", r -> r.maxConnections(4))
            .build();

    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1_000); // overflows soon
    private final ConnectionPool pool =
            new ConnectionPool(CONFIG, SettingNames.PLAIN, List.of(), nowNanos::get, BlockingConnection::new);

    private static HttpRoute route(String host) {
        return new HttpRoute(new HttpHost(host, 80));
    }

    private void pass(Duration time) {
        pool.keepBooks(nowNanos.addAndGet(time.toNanos()));
    }

    /** A name that does not resolve. */
    private RouteState stranger(String host) {
        RouteState state = pool.route(route(host));
        state.lent();
        state.dialed(DialOutcome.NAME_NOT_FOUND, 1_000_000, new UnknownHostException());
        state.ended(LeaseOutcome.DIAL_FAILED, 0, null);
        state.released(1_000_000, 0);
        return state;
    }

    /** A route that was used once and has no connection any more. */
    private RouteState used(String host) {
        RouteState state = pool.route(route(host));
        state.lent();
        state.dialed(DialOutcome.CONNECTED, 1_000_000, null);
        state.ended(LeaseOutcome.DIALED, 0, null);
        state.released(2_000_000, 0);
        return state;
    }

    private void strangers(int count) {
        for (int i = 0; i < count; i++) {
            stranger("host-" + i + ".many.test");
            pass(Duration.ofMillis(10));
        }
    }

    @Test
    void keepsRoutesThatAreInUseOrWaitedFor() {
        RouteState leased = pool.route(route("leased.test"));
        pool.dialer = new BlockingDialer(connection -> {}, Runnable::run);
        var unused = leased.lease(null, LeaseTerms.ANY, 0, 1, place -> {});
        assertThat(leased.stats().leased()).isOne();
        RouteState waited = pool.route(route("waited.test"));
        while (waited.stats().pending() == 0) {
            unused = waited.lease(null, LeaseTerms.ANY, 0, 1, place -> {});
        }
        pass(Duration.ofHours(1));

        strangers(12_000);

        assertThat(pool.all()).contains(leased, waited);
    }

    @Test
    void neverKnowsMoreThanTenThousandAndForgetsTheLeastRecentlyUsed() {
        RouteState lately = used("lately.test");
        for (int i = 0; i < 12_000; i++) {
            used("host-" + i + ".test");
            pass(Duration.ofMillis(10));
            lately.asked();
        }

        assertThat(pool.all())
                .hasSizeLessThanOrEqualTo(ConnectionPool.MOST + 100)
                .contains(lately);
    }
}
