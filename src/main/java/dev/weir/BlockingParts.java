package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.internal.client.ClientFactory;
import dev.weir.internal.client.PoolClient;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.http1.StrictConnections;
import dev.weir.internal.manager.PoolManager;
import dev.weir.internal.pool.PoolControl;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

/** What a blocking pool consists of, and how a new configuration reaches all of it. Thread-safe. */
final class BlockingParts extends PoolUpdate {

    private final StrictConnections connections;
    private final PoolManager manager;
    private final ClientFactory clients;
    private final PoolClient client;

    BlockingParts(
            PoolControl control,
            StrictConnections connections,
            PoolManager manager,
            ClientFactory clients,
            PoolClient client) {
        super(control);
        this.connections = connections;
        this.manager = manager;
        this.clients = clients;
        this.client = client;
    }

    PoolManager manager() {
        return manager;
    }

    PoolClient client() {
        return client;
    }

    @Override
    Runnable prepare(PoolConfig next) {
        CloseableHttpClient nextClient = clients.create(next);
        manager.reconfigure(next);
        connections.reconfigure(next);
        return () -> client.replace(nextClient, SlowRequests.of(next));
    }

    @Override
    boolean isMadeAlike(PoolConfig one, PoolConfig other) {
        return one.socketConfig().equals(other.socketConfig());
    }
}
