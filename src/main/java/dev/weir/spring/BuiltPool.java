package dev.weir.spring;

import dev.weir.ManagedPool;
import java.util.function.Consumer;
import org.springframework.boot.http.client.HttpClientSettings;

/** A pool that is in use. */
interface BuiltPool {

    ManagedPool pool();

    /** What everything that can still use the pool holds on to, and the pool itself does not. */
    Object tenancy();

    /** The keys of its routes. */
    RouteKeys routeKeys();

    /** Takes settings with another bundle of keys; connections made before are none of its business. */
    Consumer<HttpClientSettings> renewal();
}
