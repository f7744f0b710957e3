package dev.weir.internal.ports;

import dev.weir.internal.log.AddressText;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains the failure of a dial that gets no local port. */
public final class PortFailures {

    private PortFailures() {}

    /**
     * Adds the figures of local ports.
     *
     * @param failure the failure of a dial
     * @param peer its peer
     * @param local its local address; null for any
     * @return the failure with its explanation; any other failure unchanged
     */
    public static IOException explained(IOException failure, SocketAddress peer, @Nullable SocketAddress local) {
        if (!(failure instanceof BindException)) {
            return failure;
        }
        BindException explained = new BindException(text(failure.getMessage(), peer, local, LocalPorts.figures()));
        explained.initCause(failure);
        return explained;
    }

    static String text(
            @Nullable String message,
            SocketAddress peer,
            @Nullable SocketAddress local,
            Optional<SocketFigures> ports) {
        String from = local == null ? "" : " from " + AddressText.of(local);
        return "Connect to " + AddressText.of(peer) + from + " failed: " + message + ". "
                + (local == null
                        ? "No local port is free for this address"
                        : "This machine does not have the local address, or no port of it is free")
                + ports.map(PortFailures::figures).orElse("")
                + ". A connection that is closed keeps its port for a minute: diagnose() tells why connections close";
    }

    private static String figures(SocketFigures figures) {
        return "; " + figures.timeWait() + " sockets of the machine are in TIME_WAIT, and each address can have "
                + figures.ports() + " (net.ipv4.ip_local_port_range)";
    }
}
