package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.event.ConnectionSnapshotData;
import dev.weir.internal.event.RouteFixture;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AddressMetersTest {

    private static final Server SERVER = Server.of("https://recs:8443");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final AddressMeters addresses = new AddressMeters(new Meters(registry, "shop", false), nowNanos::get);
    private final List<ConnectionSnapshot> open = new ArrayList<>();

    private static InetSocketAddress address(int number) {
        return new InetSocketAddress("10.0.0." + number, 8443);
    }

    private void open(int number, ConnectionSnapshot.State state) {
        open.add(new ConnectionSnapshotData(
                "c-" + open.size(),
                address(number),
                state,
                Duration.ZERO,
                Duration.ZERO,
                1,
                "HTTP/1.1",
                Optional.empty(),
                0,
                false));
        addresses.show(SERVER, address(number), this::routes);
    }

    private List<RouteSnapshot> routes() {
        return List.of(RouteFixture.of("https://recs:8443").connections(open).snapshot());
    }

    private @Nullable Gauge gauge(int number, String state) {
        return registry.find("weir.address.connections")
                .tags("network.peer.address", "10.0.0." + number, "network.peer.port", "8443")
                .tag("http.connection.state", state)
                .gauge();
    }

    private double value(int number, String state) {
        return Objects.requireNonNull(gauge(number, state)).value();
    }

    @Test
    void countConnectionsByAddressAndState() {
        open(1, ConnectionSnapshot.State.LEASED);
        open(1, ConnectionSnapshot.State.IDLE);
        open(1, ConnectionSnapshot.State.IDLE);
        open(2, ConnectionSnapshot.State.IDLE);

        assertThat(value(1, "active")).isEqualTo(1);
        assertThat(value(1, "idle")).isEqualTo(2);
        assertThat(value(2, "active")).isZero();
        assertThat(value(2, "idle")).isEqualTo(1);
    }

    @Test
    void aNewAddressTakesThePlaceOfOneWithoutConnections() {
        for (int i = 1; i <= AddressMeters.MOST_ADDRESSES; i++) {
            open(i, ConnectionSnapshot.State.IDLE);
        }
        open(101, ConnectionSnapshot.State.IDLE);
        assertThat(gauge(101, "idle")).isNull();

        open.remove(0);
        open(102, ConnectionSnapshot.State.IDLE);
        assertThat(gauge(102, "idle")).isNull(); // it looked just before
        nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
        open(103, ConnectionSnapshot.State.IDLE);

        assertThat(value(103, "idle")).isEqualTo(1);
        assertThat(gauge(1, "idle")).isNull();
        assertThat(registry.getMeters()).hasSize(2 * AddressMeters.MOST_ADDRESSES);
    }

    @Test
    void addressesThatAreNoneOfTheInternetHaveNone() {
        addresses.show(SERVER, UnixDomainSocketAddress.of(Path.of("/run/recs.sock")), this::routes);
        addresses.show(SERVER, InetSocketAddress.createUnresolved("recs", 8443), this::routes);

        assertThat(registry.getMeters()).isEmpty();
    }
}
