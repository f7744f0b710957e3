package dev.weir;

import dev.weir.config.Addresses;
import dev.weir.config.Dns;
import dev.weir.config.PoolConfig;
import dev.weir.event.PoolListener;
import dev.weir.event.RequestListener;
import dev.weir.internal.async.AsyncManagerFactory;
import dev.weir.internal.async.AsyncPoolManager;
import dev.weir.internal.client.AsyncClientFactory;
import dev.weir.internal.client.AsyncPoolClient;
import dev.weir.internal.client.ClientFactory;
import dev.weir.internal.client.Framework;
import dev.weir.internal.client.JdkModules;
import dev.weir.internal.client.LibraryVersions;
import dev.weir.internal.client.PoolClient;
import dev.weir.internal.client.RequestEvents;
import dev.weir.internal.client.SelectedRoutes;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.dns.AddressChanges;
import dev.weir.internal.dns.AddressesResolver;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.DnsTimes;
import dev.weir.internal.http1.StrictConnections;
import dev.weir.internal.manager.ManagerFactory;
import dev.weir.internal.manager.PoolManager;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.PoolControl;
import dev.weir.internal.pool.StreamSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.auth.Credentials;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.jspecify.annotations.Nullable;

/** The objects that a pool works with beside its configuration, and how all of it is put together. */
final class Collaborators {

    private static final String BY_MANAGER = "its connection manager";

    DnsResolver dnsResolver = SystemDefaultDnsResolver.INSTANCE;

    @Nullable
    Addresses addresses;

    LongSupplier nanoClock = System::nanoTime;

    @Nullable
    HttpConnectionFactory<ManagedHttpClientConnection> connectionFactory;

    @Nullable
    SSLContext sslContext;

    @Nullable
    TlsSocketStrategy tlsStrategy;

    @Nullable
    TlsStrategy asyncTlsStrategy;

    @Nullable
    Credentials proxyCredentials;

    @Nullable
    SelectedRoutes selectedRoutes;

    @Nullable
    Framework framework;

    final List<PoolListener> listeners = new ArrayList<>();
    final List<RequestListener> requestListeners = new ArrayList<>();
    final List<Consumer<HttpClientBuilder>> customizers = new ArrayList<>();
    final List<Consumer<HttpAsyncClientBuilder>> asyncCustomizers = new ArrayList<>();

    HttpPool assemble(PoolConfig config) {
        LibraryVersions.check();
        JdkModules.check();
        FaultClasses.initialize();
        SettingNames settingNames = settingNames();
        StrictConnections strict = new StrictConnections(config);
        ConnectionPool pool = new ConnectionPool(
                config, listeners, nanoClock, connectionFactory != null ? connectionFactory : strict);
        pool.names(settingNames);
        PoolControl control = new PoolControl(pool);
        ManagerFactory managers = new ManagerFactory(sslContext, tlsStrategy);
        CachingDnsResolver names = cachingResolver(control);
        PoolManager manager = managers.create(pool, control, names);
        ClientFactory clients = new ClientFactory(
                pool, manager, proxyCredentials, customizers(), framework == null ? null : framework.client());
        PoolClient client = new PoolClient(clients.create(config), SlowRequests.of(config), requestEvents(config));
        BlockingParts parts = new BlockingParts(control, strict, managers, manager, clients, client);
        control.limits().writeTo(change -> parts.apply(change, BY_MANAGER));
        tellProxies(control);
        PoolHealth health = PoolHealth.ofBlocking(resolver(), settingNames, connectionFactory != null);
        health.report(config);
        watch(names, control);
        control.open(names, manager::spareDial);
        return new HttpPool(control, parts, health);
    }

    AsyncHttpPool assembleAsync(PoolConfig config) {
        LibraryVersions.check();
        JdkModules.check();
        FaultClasses.initialize();
        SettingNames settingNames = settingNames();
        AsyncManagerFactory managers = new AsyncManagerFactory(sslContext, asyncTlsStrategy);
        AsyncPool pool = managers.pool(config, StreamSettings.of(config), listeners, nanoClock);
        pool.core().names(settingNames);
        PoolControl control = new PoolControl(pool.core());
        CachingDnsResolver names = cachingResolver(control);
        AsyncPoolManager manager = managers.create(pool, control, names);
        AsyncClientFactory clients = new AsyncClientFactory(
                pool,
                manager,
                proxyCredentials,
                asyncCustomizers(),
                framework == null ? null : framework.asyncClient());
        AsyncPoolClient client = client(config, clients, managers, manager);
        PoolHealth health = PoolHealth.ofAsync(resolver(), settingNames, clients.ignored());
        health.report(config);
        AsyncParts parts = new AsyncParts(control, pool, managers, manager, clients, client);
        control.limits().writeTo(change -> parts.apply(change, BY_MANAGER));
        tellProxies(control);
        try {
            watch(names, control);
            control.open(names, pool, manager::dial);
        } catch (RuntimeException e) {
            parts.shutDown();
            throw e;
        }
        return new AsyncHttpPool(control, parts, health);
    }

    private void tellProxies(PoolControl control) {
        if (selectedRoutes != null) {
            control.proxies(selectedRoutes::isProxied);
        }
    }

    /** Before those of users, which may replace the planner. */
    private List<Consumer<HttpClientBuilder>> customizers() {
        List<Consumer<HttpClientBuilder>> all = new ArrayList<>(customizers);
        if (selectedRoutes != null) {
            all.add(0, client -> client.setRoutePlanner(selectedRoutes));
        }
        return all;
    }

    private List<Consumer<HttpAsyncClientBuilder>> asyncCustomizers() {
        List<Consumer<HttpAsyncClientBuilder>> all = new ArrayList<>(asyncCustomizers);
        if (selectedRoutes != null) {
            all.add(0, client -> client.setRoutePlanner(selectedRoutes));
        }
        return all;
    }

    // The threads of the manager run already, and a customizer may fail.
    private AsyncPoolClient client(
            PoolConfig config, AsyncClientFactory clients, AsyncManagerFactory managers, AsyncPoolManager manager) {
        try {
            return new AsyncPoolClient(
                    config.name(),
                    clients.create(config),
                    config.reactor().isCallbacksOnIoThread(),
                    SlowRequests.of(config),
                    requestEvents(config));
        } catch (RuntimeException | Error e) {
            managers.close(manager);
            throw e;
        }
    }

    private RequestEvents requestEvents(PoolConfig config) {
        return new RequestEvents(config.name(), requestListeners);
    }

    private SettingNames settingNames() {
        return framework == null ? SettingNames.PLAIN : new SettingNames(framework.settingNames());
    }

    private CachingDnsResolver cachingResolver(PoolControl control) {
        return new CachingDnsResolver(resolver(), () -> times(control.config()), nanoClock, control.lookups());
    }

    private DnsResolver resolver() {
        return addresses == null ? dnsResolver : new AddressesResolver(addresses, dnsResolver);
    }

    // Before the pool opens, so that it has nothing to close if this fails.
    private void watch(CachingDnsResolver names, PoolControl control) {
        if (addresses != null) {
            control.atEnd(
                    AddressChanges.watch(addresses, names, control.config().name()));
        }
    }

    // A quarter of the time to connect at most: the rest is for connecting to the old address.
    private static DnsTimes times(PoolConfig config) {
        Dns dns = config.dns();
        Duration share = config.timeouts().connect().dividedBy(4);
        Duration patience = share.compareTo(DnsTimes.LONGEST_PATIENCE) < 0 ? share : DnsTimes.LONGEST_PATIENCE;
        return new DnsTimes(dns.ttl(), dns.minTtl(), dns.negativeTtl(), dns.serveStale(), patience);
    }
}
