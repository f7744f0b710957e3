package dev.weir.spring;

import java.lang.reflect.Field;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.function.Resolver;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/**
 * What Boot and the application's customizers set on the builder of a connection manager. HttpClient's builder tells nobody,
 * so its fields are read.
 *
 * @param tls how a socket becomes a TLS socket; null for the default
 * @param dns who resolves names; null for the default
 * @param connection times of connections; null for the default
 * @param maxTotal most connections; 0 for the default
 * @param maxPerRoute most connections per route; 0 for the default
 */
record ManagerChoices(
        @Nullable TlsSocketStrategy tls,
        @Nullable DnsResolver dns,
        @Nullable ConnectionConfig connection,
        int maxTotal,
        int maxPerRoute) {

    private static final HttpRoute ANY = new HttpRoute(new HttpHost("https", "any", 443));

    static ManagerChoices of(PoolingHttpClientConnectionManagerBuilder builder) {
        return new ManagerChoices(
                (TlsSocketStrategy) read(builder, "tlsSocketStrategy"),
                (DnsResolver) read(builder, "dnsResolver"),
                connection((Resolver<?, ?>) read(builder, "connectionConfigResolver")),
                count(read(builder, "maxConnTotal")),
                count(read(builder, "maxConnPerRoute")));
    }

    private static int count(@Nullable Object value) {
        return value instanceof Integer number ? number : 0;
    }

    @SuppressWarnings("unchecked") // the type of the field
    private static @Nullable ConnectionConfig connection(@Nullable Resolver<?, ?> resolver) {
        return resolver == null ? null : ((Resolver<HttpRoute, ConnectionConfig>) resolver).resolve(ANY);
    }

    private static @Nullable Object read(Object builder, String name) {
        try {
            Field field = PoolingHttpClientConnectionManagerBuilder.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(builder);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This version of HttpClient is not known to Weir: " + name, e);
        }
    }
}
