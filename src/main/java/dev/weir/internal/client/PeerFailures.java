package dev.weir.internal.client;

import dev.weir.internal.http1.ExchangeFailures;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.RedirectException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;

/**
 * Names the peer in those failures of HttpClient's own steps that quote a response: a redirect that cannot be followed, a
 * proxy that opens no tunnel, an unknown coding. Immutable.
 *
 * @param withPaths whether they may show where a redirect leads
 */
record PeerFailures(boolean withPaths) {

    <E extends Exception> E named(E failure, HttpRoute route) {
        boolean mayShowLocation = failure instanceof RedirectException || failure.getClass() == ProtocolException.class;
        if (mayShowLocation) {
            return ExchangeFailures.redirected(failure, route, withPaths);
        }
        return failure.getClass() == HttpException.class ? ExchangeFailures.named(failure, route) : failure;
    }
}
