package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.internal.client.ClientFactory;
import dev.weir.internal.client.JdkModules;
import dev.weir.internal.client.LibraryVersions;
import dev.weir.internal.client.PoolClient;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.http1.StrictConnections;
import dev.weir.internal.manager.PoolManager;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.PoolControl;

/** Puts a blocking pool together. */
final class BlockingAssembly {

    private final Collaborators with;

    BlockingAssembly(Collaborators with) {
        this.with = with;
    }

    HttpPool assemble(PoolConfig config) {
        LibraryVersions.check();
        JdkModules.check();
        SettingNames settingNames = with.settingNames();
        StrictConnections strict = new StrictConnections(config);
        ConnectionPool pool = new ConnectionPool(
                config,
                with.listeners,
                with.nanoClock,
                with.connectionFactory != null ? with.connectionFactory : strict);
        pool.names(settingNames);
        PoolControl control = with.control(pool);
        CachingDnsResolver names = with.cachingResolver(control);
        PoolManager manager = PoolManager.of(pool, control, names, with.sslContext, with.tlsStrategy);
        ClientFactory clients = clients(pool, manager);
        PoolClient client =
                new PoolClient(config.name(), clients.create(config), SlowRequests.of(config), pool.events());
        BlockingParts parts = new BlockingParts(control, strict, manager, clients, client);
        control.byManager().writeTo(change -> parts.apply(change, Collaborators.BY_MANAGER));
        PoolHealth health = new PoolHealth(with.dnsResolver, settingNames);
        health.report(config);
        control.open(names, manager::spareDial);
        return new HttpPool(control, parts, health);
    }

    private ClientFactory clients(ConnectionPool pool, PoolManager manager) {
        return new ClientFactory(
                pool,
                manager,
                with.proxyCredentials,
                with.customizers(),
                with.framework == null ? null : with.framework.client());
    }
}
