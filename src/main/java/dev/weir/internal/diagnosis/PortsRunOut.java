package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.internal.event.FindingData;
import dev.weir.internal.log.AddressText;
import dev.weir.internal.ports.LocalPorts;
import dev.weir.internal.ports.PeerSockets;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds an address with so many sockets that local ports for it run out. */
public final class PortsRunOut {

    // A pool that dials less cannot have used up the ports.
    private static final long DIALS_THAT_COUNT = 1_000;

    private PortsRunOut() {}

    /**
     * Looks at the local ports if a pool has dialed so often that it may have taken them.
     *
     * @param pool the figures of the pool
     * @param ports the local ports
     * @return the finding, if half of the ports for an address are taken
     */
    public static Optional<Finding> find(PoolFigures pool, Supplier<Optional<LocalPorts>> ports) {
        long dials = pool.routes().stream()
                .mapToLong(route -> route.traffic().totalDials())
                .sum();
        return dials < DIALS_THAT_COUNT
                ? Optional.empty()
                : ports.get()
                        .filter(local -> local.most().all() * 2 >= local.ports())
                        .map(local -> finding(local, dials));
    }

    private static Finding finding(LocalPorts local, long dials) {
        PeerSockets most = local.most();
        return new FindingData(
                Finding.Severity.WARN,
                Optional.empty(),
                "Local ports run out: without one, a dial fails with \"Cannot assign requested address\".",
                most.all() + " of " + local.ports() + " ports for connections to "
                        + AddressText.of(most.peer()) + " are taken, "
                        + most.timeWait() + " of them in TIME_WAIT; this pool dialed " + dials + " times recently.",
                "Keep connections open, so that fewer are closed: other findings say why they close. A wider"
                        + " net.ipv4.ip_local_port_range only buys time.");
    }
}
