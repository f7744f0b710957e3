package dev.weir.internal.client;

import org.apache.hc.client5.http.impl.ProtocolSwitchStrategy;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.ProtocolVersion;

/** Checks protocol switches: HttpClient follows any switch that a server announces, though only TLS can work. Stateless. */
final class TlsUpgrade {

    private TlsUpgrade() {}

    /** Refuses a response that switches to any protocol other than TLS. */
    static void check(HttpResponse response) throws ProtocolException {
        ProtocolVersion protocol = new ProtocolSwitchStrategy().switchProtocol(response);
        if (protocol == null || !protocol.getProtocol().equals("TLS")) {
            throw new ProtocolException("Failure switching protocols");
        }
    }
}
