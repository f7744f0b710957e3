package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.internal.async.AsyncPoolManager;
import dev.weir.internal.client.AsyncClientFactory;
import dev.weir.internal.client.AsyncPoolClient;
import dev.weir.internal.client.BlockingClient;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.PoolControl;
import dev.weir.internal.pool.StreamSettings;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;

/** What an asynchronous pool consists of, and how a new configuration reaches all of it. Thread-safe. */
final class AsyncParts extends PoolUpdate {

    private final AsyncPool pool;
    private final AsyncPoolManager manager;
    private final AsyncClientFactory clients;
    private final AsyncPoolClient client;
    private final BlockingClient blockingClient;
    private final AtomicBoolean shutDown = new AtomicBoolean();

    AsyncParts(
            PoolControl control,
            AsyncPool pool,
            AsyncPoolManager manager,
            AsyncClientFactory clients,
            AsyncPoolClient client) {
        super(control);
        this.pool = pool;
        this.manager = manager;
        this.clients = clients;
        this.client = client;
        this.blockingClient = new BlockingClient(client);
    }

    AsyncPoolManager manager() {
        return manager;
    }

    AsyncPoolClient client() {
        return client;
    }

    BlockingClient blockingClient() {
        return blockingClient;
    }

    @Override
    Runnable prepare(PoolConfig next) {
        CloseableHttpAsyncClient nextClient = clients.create(next);
        manager.reconfigure(next);
        pool.settings(StreamSettings.of(next));
        return () -> client.replace(nextClient, SlowRequests.of(next));
    }

    @Override
    boolean isMadeAlike(PoolConfig one, PoolConfig other) {
        return one.protocol() == other.protocol() && one.http2Config().equals(other.http2Config());
    }

    /** Ends the threads, after the pool was closed. */
    void shutDown() {
        if (shutDown.compareAndSet(false, true)) {
            client.shutDown();
            manager.shutDown();
        }
    }
}
