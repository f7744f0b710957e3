package dev.weir.internal.client;

import dev.weir.internal.event.CallNotes;
import java.util.Locale;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * What a call requests.
 *
 * @param target its target, if the caller gave one; null to take it from the request
 * @param request its request; null if that is not known
 */
record CalledRequest(@Nullable HttpHost target, @Nullable HttpRequest request) {

    /** Returns the request that was sent last, which differs after a redirect; this one if none was. */
    CalledRequest last(CallNotes facts, HttpContext context) {
        HttpRequest sent =
                facts.exchange() == null ? null : HttpCoreContext.cast(context).getRequest();
        return sent == null || sent == request ? this : new CalledRequest(target, sent);
    }

    @Nullable
    String method() {
        return request == null ? null : request.getMethod();
    }

    /**
     * Returns scheme, host and port; null if they are not known. It leaves out the user info, which must not leak.
     */
    @Nullable
    String route() {
        HttpHost host = host();
        return host == null || host.getPort() < 0 ? null : host.toURI().toLowerCase(Locale.ROOT);
    }

    private @Nullable HttpHost host() {
        if (request == null || request.getAuthority() == null) {
            return target == null ? null : RoutingSupport.normalize(target, null);
        }
        HttpHost named = new HttpHost(request.getScheme(), request.getAuthority());
        return RoutingSupport.normalize(named, null);
    }
}
