package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.FailureKind;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RecentFailures;
import dev.weir.event.RecentTraffic;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.Holder;
import dev.weir.internal.event.RouteFixture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouteViewTest {

    @Test
    void tellsWhatTheSnapshotTells() {
        RouteView view = RouteView.whole(Routes.withConnections(1));

        assertThat(view.target()).isEqualTo("https://recs:8443");
        assertThat(view.level()).isEqualTo(new LevelView(20, 1, 0, 0, 0, 1, null));
        assertThat(view.learnedKeepAliveMillis()).isEqualTo(7_000);
        assertThat(view.learnedMaxRequests()).isEqualTo(100);
        assertThat(view.connections())
                .containsExactly(new ConnectionView(
                        "http-outgoing-0", "127.0.0.1:8443", "LEASED", 3_000, 0, 5, "HTTP/1.1", "TLSv1.3"));
        assertThat(view.moreConnections()).isZero();
    }

    @Test
    void tellsWhatTheRouteCarriedRecently() {
        RecentTraffic recent = new RecentTraffic(
                Duration.ofMinutes(7),
                3_000,
                Map.of(FailureKind.EXHAUSTED, new RecentFailures(12, Duration.ofSeconds(4))),
                Duration.ofMillis(831),
                Duration.ofNanos(412_345),
                20,
                4,
                1);

        RecentView view = RecentView.of(recent);

        assertThat(view)
                .isEqualTo(new RecentView(
                        420_000,
                        3_000,
                        Map.of(FailureKind.EXHAUSTED, new RecentView.Failures(12, 4_000)),
                        831,
                        0.412,
                        20,
                        4,
                        1));
    }

    @Test
    void namesTheHolderOfAConnection() {
        StackTraceElement place = new StackTraceElement("shop.Orders", "load", "Orders.java", 12);
        Holder sent = new Holder("r", "worker-3", Duration.ofSeconds(74), "GET /orders", List.of(place), "c-7", true);
        Holder silent = new Holder("r", "worker-4", Duration.ZERO, "", List.of(), "c-8", false);

        assertThat(HolderView.of(sent, UnaryOperator.identity()))
                .isEqualTo(new HolderView(
                        "c-7", 74_000, "worker-3", "GET /orders", "shop.Orders.load(Orders.java:12)", true));
        assertThat(HolderView.of(silent, UnaryOperator.identity()))
                .isEqualTo(new HolderView("c-8", 0, "worker-4", null, null, false));
    }

    @Test
    void leavesConnectionsOutOfASummary() {
        RouteView view = RouteView.summary(Routes.withConnections(3));

        assertThat(view.connections()).isNull();
        assertThat(view.moreConnections()).isNull();
    }

    @Test
    void showsFortyConnectionsAndCountsTheRest() {
        RouteView all = RouteView.whole(Routes.withConnections(40));
        RouteView more = RouteView.whole(Routes.withConnections(41));

        assertThat(all.connections()).hasSize(40);
        assertThat(all.moreConnections()).isZero();
        assertThat(more.connections()).hasSize(40);
        assertThat(more.moreConnections()).isEqualTo(1);
    }

    @Test
    void countsInTheOrderOfTheCausesAndLeavesOutWhatNeverCame() {
        RouteSnapshot one =
                Routes.counting(Map.of(CloseCause.SHUTDOWN, 1L, CloseCause.IDLE, 2L), Map.of(LeaseOutcome.DIALED, 3L));
        RouteSnapshot other =
                Routes.counting(Map.of(CloseCause.IDLE, 5L, CloseCause.RESET, 0L), Map.of(LeaseOutcome.REUSED, 4L));

        CountsView counts = CountsView.of(RouteFixture.pool("shop", List.of(one, other)));

        assertThat(counts.closedBy()).hasToString("{IDLE=7, SHUTDOWN=1}");
        assertThat(counts.leases()).hasToString("{REUSED=4, DIALED=3}");
        assertThat(counts.closed()).isEqualTo(8);
    }

    @Test
    void writesAddressesAsLiterals() throws UnknownHostException {
        byte[] six = new byte[16];
        six[15] = 1;

        assertThat(address(new InetSocketAddress(InetAddress.getByAddress("recs", new byte[] {10, 0, 0, 1}), 443)))
                .isEqualTo("10.0.0.1:443");
        assertThat(address(new InetSocketAddress(InetAddress.getByAddress("recs", six), 443)))
                .isEqualTo("[0:0:0:0:0:0:0:1]:443");
        assertThat(address(null)).isNull();
    }

    private static @Nullable String address(@Nullable SocketAddress address) {
        return ConnectionView.of(new ConnectionSnapshot(
                        "c",
                        address,
                        ConnectionSnapshot.State.IDLE,
                        Duration.ZERO,
                        Duration.ZERO,
                        0,
                        "HTTP/1.1",
                        Optional.empty(),
                        0,
                        false))
                .remoteAddress();
    }
}
