package dev.weir.spring;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Knows SSL bundles by their names, those too that were replaced since: settings hold on to the bundle that they began with.
 * Thread-safe.
 */
final class Bundles {

    private final @Nullable SslBundles all;
    private final Consumer<String> onUpdate;
    // Grows by one with an update, and only if a client was made in between.
    private final Map<SslBundle, String> names = new ConcurrentHashMap<>();
    private final Set<String> watched = ConcurrentHashMap.newKeySet();

    Bundles(@Nullable SslBundles all, Consumer<String> onUpdate) {
        this.all = all;
        this.onUpdate = onUpdate;
    }

    /** Returns the name of a bundle; null if it never had one. */
    @Nullable
    String name(@Nullable SslBundle bundle) {
        if (bundle == null || all == null) {
            return null;
        }
        String known = names.get(bundle);
        if (known == null) {
            known = all.getBundleNames().stream()
                    .filter(name -> all.getBundle(name) == bundle)
                    .findFirst()
                    .orElse(null);
            if (known != null) {
                names.put(bundle, known);
            }
        }
        return known;
    }

    /** Returns the present bundle of a name, and has its updates told from now on. */
    SslBundle get(String name) {
        SslBundles present = Objects.requireNonNull(all, "Spring Boot's SSL bundles");
        if (watched.add(name)) {
            present.addBundleUpdateHandler(name, updated -> onUpdate.accept(name));
        }
        return present.getBundle(name);
    }

    /** Returns settings with the bundle that a pool is given by our properties, unless its client has one of its own. */
    HttpClientSettings with(@Nullable String name, HttpClientSettings settings, HttpClientSettings general) {
        return name == null || settings.sslBundle() != general.sslBundle()
                ? settings
                : settings.withSslBundle(get(name));
    }
}
