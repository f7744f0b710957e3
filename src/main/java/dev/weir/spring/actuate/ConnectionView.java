package dev.weir.spring.actuate;

import dev.weir.event.ConnectionSnapshot;
import dev.weir.internal.log.AddressText;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * An open connection as the endpoint shows it.
 *
 * @param id its name in HttpClient's debug log
 * @param remoteAddress the address it is connected to; left out if it closed meanwhile
 * @param state LEASED or IDLE
 * @param ageMillis time since it was connected
 * @param idleMillis time since it was last released
 * @param uses requests sent on it
 * @param protocol the protocol as negotiated
 * @param tls the version of TLS; left out without TLS
 */
record ConnectionView(
        String id,
        @Nullable String remoteAddress,
        String state,
        long ageMillis,
        long idleMillis,
        long uses,
        String protocol,
        @Nullable String tls) {

    static ConnectionView of(ConnectionSnapshot connection) {
        SocketAddress address = connection.remoteAddress();
        return new ConnectionView(
                connection.id(),
                address == null ? null : AddressText.of(address),
                connection.state().name(),
                connection.age().toMillis(),
                connection.idleFor().toMillis(),
                connection.uses(),
                connection.protocol(),
                connection.tlsVersion().orElse(null));
    }
}
