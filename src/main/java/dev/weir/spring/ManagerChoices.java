package dev.weir.spring;

import java.lang.reflect.Field;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.function.Resolver;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.jspecify.annotations.Nullable;

/**
 * What Boot and the application's customizers set on the builder of a connection manager. HttpClient's builders tell nobody,
 * so their fields are read.
 *
 * @param tls how a socket becomes a TLS socket; null for the default, and for asynchronous clients
 * @param asyncTls how a connection of an asynchronous client becomes one with TLS; null where it is Boot's way
 * @param dns who resolves names; null for the default
 * @param connection times of connections; null for the default
 * @param maxTotal most connections; 0 for the default
 * @param maxPerRoute most connections per route; 0 for the default
 */
record ManagerChoices(
        @Nullable TlsSocketStrategy tls,
        @Nullable TlsStrategy asyncTls,
        @Nullable DnsResolver dns,
        @Nullable ConnectionConfig connection,
        int maxTotal,
        int maxPerRoute) {

    private static final HttpRoute ANY = new HttpRoute(new HttpHost("https", "any", 443));

    static ManagerChoices of(PoolingHttpClientConnectionManagerBuilder builder) {
        Class<?> type = PoolingHttpClientConnectionManagerBuilder.class;
        return of(type, builder, (TlsSocketStrategy) read(type, builder, "tlsSocketStrategy"), null);
    }

    static ManagerChoices of(PoolingAsyncClientConnectionManagerBuilder builder) {
        Class<?> type = PoolingAsyncClientConnectionManagerBuilder.class;
        TlsStrategy tls = (TlsStrategy) read(type, builder, "tlsStrategy");
        return of(type, builder, null, tls instanceof BootsTls ? null : tls);
    }

    private static ManagerChoices of(
            Class<?> type, Object builder, @Nullable TlsSocketStrategy tls, @Nullable TlsStrategy asyncTls) {
        return new ManagerChoices(
                tls,
                asyncTls,
                (DnsResolver) read(type, builder, "dnsResolver"),
                connection((Resolver<?, ?>) read(type, builder, "connectionConfigResolver")),
                count(read(type, builder, "maxConnTotal")),
                count(read(type, builder, "maxConnPerRoute")));
    }

    private static int count(@Nullable Object value) {
        return value instanceof Integer number ? number : 0;
    }

    @SuppressWarnings("unchecked") // the type of the field
    private static @Nullable ConnectionConfig connection(@Nullable Resolver<?, ?> resolver) {
        return resolver == null ? null : ((Resolver<HttpRoute, ConnectionConfig>) resolver).resolve(ANY);
    }

    private static @Nullable Object read(Class<?> type, Object builder, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(builder);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "This version of HttpClient keeps its settings elsewhere: no field " + name + " in "
                            + type.getName(),
                    e);
        }
    }
}
