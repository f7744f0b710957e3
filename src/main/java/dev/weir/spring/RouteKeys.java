package dev.weir.spring;

import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.springframework.boot.ssl.SslBundle;

/** The contexts of the route rules of one pool, whose keys are renewed with their bundles. Thread-safe. */
final class RouteKeys {

    /** Stands for the context of a bundle where only settings are asked for, and no keys are to be read. */
    static final SSLContext UNKNOWN = unknown();

    private final BundleNames bundles;
    // By the name of the bundle.
    private final Map<String, RenewableSslContext> contexts = new ConcurrentHashMap<>();

    RouteKeys(BundleNames bundles) {
        this.bundles = bundles;
    }

    private static SSLContext unknown() {
        try {
            return SSLContext.getInstance("TLS");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Each JDK has TLS", e);
        }
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
