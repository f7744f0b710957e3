package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.EjectionReason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/** A host with two addresses, of which the first one fails. */
final class TwoAddresses {

    static final InetSocketAddress FAILING = address(1);
    static final InetSocketAddress WELL = address(2);

    private TwoAddresses() {}

    private static InetSocketAddress address(int last) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}), 80);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Leads a connection to the first address that takes requests. */
    static void lead(PooledConnection connection) {
        PeerObserver peer = connection.peer();
        peer.leadsTo(peer.order(List.of(FAILING, WELL)).get(0));
    }

    /** Ejects the one that fails; one failure is enough for that in the configuration of the route. */
    static void eject(RouteState route) {
        RouteEjections ejections = route.ejections();
        ejections.answered(ejections.of(WELL), 200);
        ejections.failed(ejections.of(FAILING), EjectionReason.RESET);
        assertThat(ejections.isOut(FAILING)).isTrue();
    }
}
