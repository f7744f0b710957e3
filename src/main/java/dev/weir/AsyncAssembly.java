package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.internal.async.AsyncPoolManager;
import dev.weir.internal.client.AsyncClientFactory;
import dev.weir.internal.client.AsyncPoolClient;
import dev.weir.internal.client.JdkModules;
import dev.weir.internal.client.LibraryVersions;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.PoolControl;

/** Puts an asynchronous pool together. */
final class AsyncAssembly {

    private final Collaborators with;

    AsyncAssembly(Collaborators with) {
        this.with = with;
    }

    AsyncHttpPool assemble(PoolConfig config) {
        LibraryVersions.check();
        JdkModules.check();
        SettingNames settingNames = with.settingNames();
        AsyncPool pool = AsyncPoolManager.pool(config, with.listeners, with.nanoClock);
        pool.core().names(settingNames);
        PoolControl control = with.control(pool.core());
        CachingDnsResolver names = with.cachingResolver(control);
        AsyncPoolManager manager = AsyncPoolManager.of(pool, control, names, with.sslContext, with.asyncTlsStrategy);
        AsyncClientFactory clients = clients(pool, manager);
        AsyncPoolClient client = client(config, clients, manager, pool.core());
        PoolHealth health = new PoolHealth(with.dnsResolver, settingNames);
        health.report(config);
        AsyncParts parts = new AsyncParts(control, pool, manager, clients, client);
        control.byManager().writeTo(change -> parts.apply(change, Collaborators.BY_MANAGER));
        try {
            control.open(names, pool, manager::dial);
        } catch (RuntimeException | Error e) {
            parts.shutDown();
            throw e;
        }
        return new AsyncHttpPool(control, parts, health);
    }

    private AsyncClientFactory clients(AsyncPool pool, AsyncPoolManager manager) {
        return new AsyncClientFactory(
                pool,
                manager,
                with.proxyCredentials,
                with.asyncCustomizers(),
                with.framework == null ? null : with.framework.asyncClient());
    }

    // The threads of the manager run already, and a customizer may fail.
    private AsyncPoolClient client(
            PoolConfig config, AsyncClientFactory clients, AsyncPoolManager manager, ConnectionPool pool) {
        try {
            return new AsyncPoolClient(config.name(), clients.create(config), SlowRequests.of(config), pool.events());
        } catch (RuntimeException | Error e) {
            manager.shutDown();
            throw e;
        }
    }
}
