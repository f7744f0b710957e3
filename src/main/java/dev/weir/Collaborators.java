package dev.weir;

import dev.weir.config.Dns;
import dev.weir.config.PoolConfig;
import dev.weir.event.PoolListener;
import dev.weir.internal.client.Framework;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.DnsTimes;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.RouteState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.auth.Credentials;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.jspecify.annotations.Nullable;

/** The objects that a pool works with beside its configuration. The thread that builds the pool sets them. */
final class Collaborators {

    /** The requester of changes that are made through a connection manager. */
    DnsResolver dnsResolver = SystemDefaultDnsResolver.INSTANCE;

    LongSupplier nanoClock = System::nanoTime;

    @Nullable
    SSLContext sslContext;

    @Nullable
    TlsSocketStrategy tlsStrategy;

    @Nullable
    TlsStrategy asyncTlsStrategy;

    @Nullable
    Credentials proxyCredentials;

    @Nullable
    Framework framework;

    final List<PoolListener> listeners = new ArrayList<>();
    final List<Consumer<HttpClientBuilder>> customizers = new ArrayList<>();
    final List<Consumer<HttpAsyncClientBuilder>> asyncCustomizers = new ArrayList<>();

    /** Makes a pool without connections. */
    ConnectionPool pool(PoolConfig config, Function<RouteState, ? extends PooledConnection> connections) {
        return new ConnectionPool(config, settingNames(), listeners, nanoClock, connections);
    }

    /** Reports at once what is wrong already. */
    PoolHealth health(PoolConfig config) {
        PoolHealth health = new PoolHealth(dnsResolver, settingNames());
        health.report(config);
        return health;
    }

    private SettingNames settingNames() {
        return framework == null ? SettingNames.PLAIN : new SettingNames(framework.settingNames());
    }

    CachingDnsResolver cachingResolver(ConnectionPool pool) {
        return new CachingDnsResolver(dnsResolver, () -> times(pool.config()), nanoClock, pool.events);
    }

    // A quarter of the time to connect at most: the rest is for connecting to the old address.
    private static DnsTimes times(PoolConfig config) {
        Dns dns = config.dns();
        Duration share = config.timeouts().connect().dividedBy(4);
        Duration patience = share.compareTo(DnsTimes.LONGEST_PATIENCE) < 0 ? share : DnsTimes.LONGEST_PATIENCE;
        return new DnsTimes(dns.ttl(), dns.negativeTtl(), dns.serveStale(), patience);
    }
}
