package dev.weir.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundle;

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

    static PoolKey of(String pool, HttpClientSettings settings, BundleNames bundles) {
        SslBundle bundle = settings.sslBundle();
        String name = bundles.of(bundle);
        return new PoolKey(pool, settings.withSslBundle(null), name, name == null ? bundle : null);
    }

    /**
     * Whether clients with the same may come again and again: an application with a bundle without a name may make one for
     * each client.
     */
    boolean isLasting() {
        return bundle == null;
    }

    /** Returns Boot's settings as they are with the present bundle. */
    HttpClientSettings currentSettings(BundleNames bundles) {
        return bundleName == null ? settings.withSslBundle(bundle) : bundles.current(settings, bundleName);
    }
}
