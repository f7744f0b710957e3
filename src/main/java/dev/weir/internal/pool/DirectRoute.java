package dev.weir.internal.pool;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** The route on which HttpClient sends a request to an origin without a proxy. */
public final class DirectRoute {

    private DirectRoute() {}

    /**
     * Finds it.
     *
     * @param target scheme, host and port
     * @return the route
     * @throws IllegalArgumentException if HttpClient cannot send requests to the target
     */
    public static HttpRoute to(String target) {
        try {
            HttpHost host = RoutingSupport.normalize(
                    RoutingSupport.determineHost(
                            ClassicRequestBuilder.get(target + "/").build()),
                    null);
            return new HttpRoute(host, null, "https".equals(host.getSchemeName()));
        } catch (HttpException e) {
            throw new IllegalArgumentException(target + " is not a target", e);
        }
    }
}
