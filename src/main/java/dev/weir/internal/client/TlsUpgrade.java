package dev.weir.internal.client;

import org.apache.hc.client5.http.impl.ProtocolSwitchStrategy;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.ProtocolVersion;

/** The one protocol to which HttpClient switches, whenever a server says so. Stateless. */
final class TlsUpgrade {

    private TlsUpgrade() {}

    /** Refuses a response by which the server switches to anything but TLS. */
    static void check(HttpResponse response) throws ProtocolException {
        ProtocolVersion protocol = new ProtocolSwitchStrategy().switchProtocol(response);
        if (protocol == null || !protocol.getProtocol().equals("TLS")) {
            throw new ProtocolException("Failure switching protocols");
        }
    }
}
