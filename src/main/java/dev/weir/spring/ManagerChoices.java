package dev.weir.spring;

import dev.weir.internal.client.Internals;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.function.Resolver;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.jspecify.annotations.Nullable;

/**
 * What Boot and the application's customizers set on the builder of a connection manager. HttpClient's builders do not tell,
 * so their fields are read.
 *
 * @param tls how a socket becomes a TLS socket; null for the default, and for asynchronous clients
 * @param asyncTls how a connection of an asynchronous client becomes one with TLS; null where it is Boot's way
 * @param dns who resolves names; null for the default
 * @param connection times of connections; null for the default
 * @param socket options of sockets; null for the default, and for asynchronous clients
 * @param tlsConfig limits of TLS; null for the default
 * @param maxTotal most connections; 0 for the default
 * @param maxPerRoute most connections per route; 0 for the default
 * @param lost what no pool can take over, in words
 */
record ManagerChoices(
        @Nullable TlsSocketStrategy tls,
        @Nullable TlsStrategy asyncTls,
        @Nullable DnsResolver dns,
        @Nullable ConnectionConfig connection,
        @Nullable SocketConfig socket,
        @Nullable TlsConfig tlsConfig,
        int maxTotal,
        int maxPerRoute,
        List<String> lost) {

    private static final String PASSED_OVER =
            "setDefaultTlsConfig: HttpClient's own TLS strategy of blocking clients takes no protocols or cipher suites from"
                    + " there, with a pool or without, but from an SSL bundle or from the strategy of setTlsSocketStrategy";

    private static final HttpHost ANY_HOST = new HttpHost("https", "any", 443);
    private static final HttpRoute ANY = new HttpRoute(ANY_HOST);

    static ManagerChoices of(PoolingHttpClientConnectionManagerBuilder builder) {
        Class<?> type = PoolingHttpClientConnectionManagerBuilder.class;
        List<String> lost = lost(type, builder, "connectionFactory", "socketConfigResolver");
        TlsSocketStrategy tls = (TlsSocketStrategy) read(type, builder, "tlsSocketStrategy");
        TlsConfig tlsConfig = (TlsConfig) resolved(type, builder, "tlsConfigResolver", ANY_HOST);
        return new ManagerChoices(
                tls,
                null,
                (DnsResolver) read(type, builder, "dnsResolver"),
                (ConnectionConfig) resolved(type, builder, "connectionConfigResolver", ANY),
                (SocketConfig) resolved(type, builder, "socketConfigResolver", ANY),
                tlsConfig,
                count(read(type, builder, "maxConnTotal")),
                count(read(type, builder, "maxConnPerRoute")),
                isPassedOver(tlsConfig, tls)
                        ? Stream.concat(lost.stream(), Stream.of(PASSED_OVER)).toList()
                        : lost);
    }

    private static boolean isPassedOver(@Nullable TlsConfig config, @Nullable TlsSocketStrategy tls) {
        return config != null
                && (config.getSupportedProtocols() != null || config.getSupportedCipherSuites() != null)
                && (tls == null || tls instanceof DefaultClientTlsStrategy);
    }

    static ManagerChoices of(PoolingAsyncClientConnectionManagerBuilder builder) {
        Class<?> type = PoolingAsyncClientConnectionManagerBuilder.class;
        TlsStrategy tls = (TlsStrategy) read(type, builder, "tlsStrategy");
        return new ManagerChoices(
                null,
                tls instanceof BootsTls ? null : tls,
                (DnsResolver) read(type, builder, "dnsResolver"),
                (ConnectionConfig) resolved(type, builder, "connectionConfigResolver", ANY),
                null,
                (TlsConfig) resolved(type, builder, "tlsConfigResolver", ANY_HOST),
                count(read(type, builder, "maxConnTotal")),
                count(read(type, builder, "maxConnPerRoute")),
                lost(type, builder));
    }

    private static List<String> lost(Class<?> type, Object builder, String... further) {
        Stream<String> fields = Stream.of(
                "schemePortResolver",
                "poolConcurrencyPolicy",
                "poolReusePolicy",
                "connectionConfigResolver",
                "tlsConfigResolver");
        return Stream.concat(fields, Stream.of(further))
                .filter(name -> isLost(type, read(type, builder, name)))
                .map(name -> name.equals("poolReusePolicy") ? "connPoolPolicy" : name)
                .map(name -> "set" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1))
                .map(method -> method + " has no effect on a pool, or not for single routes")
                .toList();
    }

    // What the builder makes of one value for all is a function of its own; another may tell routes apart.
    private static boolean isLost(Class<?> type, @Nullable Object value) {
        return value != null && !value.getClass().getName().startsWith(type.getName());
    }

    private static int count(@Nullable Object value) {
        return value instanceof Integer number ? number : 0;
    }

    @SuppressWarnings("unchecked") // the types of the fields
    private static @Nullable Object resolved(Class<?> type, Object builder, String name, Object key) {
        Resolver<Object, Object> resolver = (Resolver<Object, Object>) read(type, builder, name);
        return resolver == null ? null : resolver.resolve(key);
    }

    private static @Nullable Object read(Class<?> type, Object builder, String name) {
        try {
            return Internals.read(builder, type, name, Object.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "This version of HttpClient keeps its settings elsewhere: no field " + name + " in "
                            + type.getName(),
                    e);
        }
    }
}
