package dev.weir.spring;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Knows bundles of keys by their names, those too that were replaced since: settings hold on to the bundle that they began
 * with. Thread-safe.
 */
final class BundleNames {

    private final @Nullable SslBundles bundles;
    // Grows by one with a renewal, and only if a client was made in between.
    private final ConcurrentMap<SslBundle, String> seen = new ConcurrentHashMap<>();

    BundleNames(@Nullable SslBundles bundles) {
        this.bundles = bundles;
    }

    /** Returns the name of a bundle; null if it never had one. */
    @Nullable
    String of(@Nullable SslBundle bundle) {
        if (bundle == null || bundles == null) {
            return null;
        }
        String known = seen.get(bundle);
        return known == null ? look(bundle, bundles) : known;
    }

    private @Nullable String look(SslBundle bundle, SslBundles from) {
        Optional<String> name = from.getBundleNames().stream()
                .filter(each -> from.getBundle(each) == bundle)
                .findFirst();
        name.ifPresent(found -> seen.put(bundle, found));
        return name.orElse(null);
    }

    /** Returns the present bundle of a name. */
    SslBundle get(String name) {
        return Objects.requireNonNull(bundles, "Spring Boot's bundles").getBundle(name);
    }

    /** Returns settings with the present bundle of a name. */
    HttpClientSettings current(HttpClientSettings settings, String name) {
        return bundles == null ? settings : settings.withSslBundle(bundles.getBundle(name));
    }

    /** Has something run after each renewal of a bundle. */
    void onRenewal(String name, Runnable action) {
        if (bundles != null) {
            bundles.addBundleUpdateHandler(name, renewed -> action.run());
        }
    }
}
