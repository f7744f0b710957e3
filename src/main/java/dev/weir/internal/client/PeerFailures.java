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

    // What RedirectExec, AsyncRedirectExec and DefaultRedirectStrategy of HttpClient 5.6 say.
    private static final String INVALID = "Invalid redirect URI: ";
    private static final String WITHOUT_HOST = "Redirect URI does not specify";

    <E extends Exception> E named(E failure, HttpRoute route) {
        if (isOfRedirect(failure)) {
            return ExchangeFailures.redirected(failure, route, withPaths);
        }
        return failure.getClass() == HttpException.class ? ExchangeFailures.named(failure, route) : failure;
    }

    private static boolean isOfRedirect(Exception failure) {
        String message = failure.getMessage();
        return failure instanceof RedirectException
                || (failure.getClass() == ProtocolException.class
                        && message != null
                        && (message.startsWith(INVALID) || message.startsWith(WITHOUT_HOST)));
    }
}
