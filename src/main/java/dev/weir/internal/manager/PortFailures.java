package dev.weir.internal.manager;

import dev.weir.internal.log.AddressText;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Explains the failure of a dial that gets no local port. */
public final class PortFailures {

    private PortFailures() {}

    /**
     * Says what is missing.
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
        BindException explained = new BindException(text(failure.getMessage(), peer, local));
        explained.initCause(failure);
        return explained;
    }

    private static String text(@Nullable String message, SocketAddress peer, @Nullable SocketAddress local) {
        String from = local == null ? "" : " from " + AddressText.of(local);
        return "Connect to " + AddressText.of(peer) + from + " failed: " + message + ". "
                + (local == null
                        ? "No local port is free for this address"
                        : "This machine does not have the local address, or no port of it is free")
                + ". A connection that is closed keeps its port for a minute: diagnose() tells why connections close";
    }
}
