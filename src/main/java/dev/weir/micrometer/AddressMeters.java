package dev.weir.micrometer;

import dev.weir.event.AddressSnapshot;
import dev.weir.event.RouteSnapshot;
import io.micrometer.core.instrument.Gauge;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The open connections to each address, for a limited number of addresses: those without connections make room for new
 * ones. Thread-safe.
 */
final class AddressMeters {

    static final int MOST_ADDRESSES = 100;
    private static final long TIDY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private record Address(Server server, InetSocketAddress peer) {}

    private record Shown(Supplier<List<RouteSnapshot>> routes, List<Gauge> gauges) {}

    private final Meters meters;
    private final LongSupplier nanoClock;
    private final ConcurrentMap<Address, Shown> shown = new ConcurrentHashMap<>();
    private final AtomicLong tidiedNanos;

    AddressMeters(Meters meters, LongSupplier nanoClock) {
        this.meters = meters;
        this.nanoClock = nanoClock;
        this.tidiedNanos = new AtomicLong(nanoClock.getAsLong() - TIDY_NANOS);
    }

    /** Shows an address that a connection leads to. Some more may slip in at the same moment, one per thread. */
    void show(Server server, SocketAddress peer, Supplier<List<RouteSnapshot>> routes) {
        if (!(peer instanceof InetSocketAddress internet) || internet.isUnresolved()) {
            return;
        }
        Address address = new Address(server, internet);
        if (!shown.containsKey(address) && makeRoom()) {
            shown.computeIfAbsent(address, ignored -> new Shown(routes, gauges(server, internet, routes)));
        }
    }

    // False if there is none even so.
    private boolean makeRoom() {
        if (shown.size() >= MOST_ADDRESSES) {
            tidy();
        }
        return shown.size() < MOST_ADDRESSES;
    }

    // Looks at all routes, so not at each dial.
    private void tidy() {
        long beforeNanos = tidiedNanos.get();
        long nowNanos = nanoClock.getAsLong();
        if (nowNanos - beforeNanos >= TIDY_NANOS && tidiedNanos.compareAndSet(beforeNanos, nowNanos)) {
            shown.forEach((address, as) -> {
                if (sum(as.routes, address.peer, AddressMeters::open) == 0 && shown.remove(address, as)) {
                    as.gauges.forEach(meters::remove);
                }
            });
        }
    }

    private List<Gauge> gauges(Server server, InetSocketAddress peer, Supplier<List<RouteSnapshot>> routes) {
        return List.of(
                gauge(server, peer, () -> sum(routes, peer, AddressSnapshot::leased), "active"),
                gauge(server, peer, () -> sum(routes, peer, AddressSnapshot::idle), "idle"));
    }

    private Gauge gauge(Server server, InetSocketAddress peer, Supplier<Number> value, String state) {
        String host = peer.getAddress().getHostAddress();
        return meters.gauge(
                PoolMeter.ADDRESS_CONNECTIONS, server, value, host, Integer.toString(peer.getPort()), state);
    }

    private static int open(AddressSnapshot address) {
        return address.leased() + address.idle();
    }

    private static int sum(
            Supplier<List<RouteSnapshot>> routes, InetSocketAddress peer, ToIntFunction<AddressSnapshot> figure) {
        return routes.get().stream()
                .flatMap(route -> route.addresses().stream())
                .filter(address -> address.address().equals(peer))
                .mapToInt(figure)
                .sum();
    }
}
