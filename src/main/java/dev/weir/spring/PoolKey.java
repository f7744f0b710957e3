package dev.weir.spring;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * What clients must have in common to share a pool. A bundle of keys counts by its name, so that it may be renewed.
 *
 * @param pool the name in the properties
 * @param settings Boot's settings, without the bundle
 * @param bundleName the name of the bundle; null if it has none
 * @param bundle a bundle without a name; null for none
 */
record PoolKey(
        String pool,
        HttpClientSettings settings,
        @Nullable String bundleName,
        @Nullable SslBundle bundle) {

    static PoolKey of(String pool, HttpClientSettings settings, @Nullable SslBundles bundles) {
        SslBundle bundle = settings.sslBundle();
        String name = bundle == null || bundles == null ? null : nameOf(bundle, bundles);
        return new PoolKey(pool, settings.withSslBundle(null), name, name == null ? bundle : null);
    }

    private static @Nullable String nameOf(SslBundle bundle, SslBundles bundles) {
        return bundles.getBundleNames().stream()
                .filter(name -> isSame(bundle, name, bundles))
                .findFirst()
                .orElse(null);
    }

    private static boolean isSame(SslBundle bundle, String name, SslBundles bundles) {
        try {
            return bundles.getBundle(name) == bundle;
        } catch (NoSuchSslBundleException e) {
            return false;
        }
    }

    /** Returns Boot's settings as they are with the present bundle. */
    HttpClientSettings currentSettings(@Nullable SslBundles bundles) {
        return bundleName == null
                ? settings.withSslBundle(bundle)
                : settings.withSslBundle(Objects.requireNonNull(bundles).getBundle(bundleName));
    }
}
