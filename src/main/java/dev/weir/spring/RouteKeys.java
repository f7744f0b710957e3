package dev.weir.spring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.springframework.boot.ssl.SslBundle;

/** The contexts of the route rules of one pool, whose keys are renewed with their bundles. Thread-safe. */
final class RouteKeys {

    private final BundleNames bundles;
    // By the name of the bundle.
    private final Map<String, RenewableSslContext> contexts = new ConcurrentHashMap<>();

    RouteKeys(BundleNames bundles) {
        this.bundles = bundles;
    }

    /** Returns the context of a bundle. */
    SSLContext context(String bundle) {
        return contexts.computeIfAbsent(
                bundle, name -> new RenewableSslContext(bundles.get(name).createSslContext()));
    }

    /** Takes the present keys of all bundles. */
    void renew() {
        contexts.forEach((name, context) -> {
            SslBundle present = bundles.get(name);
            context.renew(present.createSslContext());
        });
    }
}
