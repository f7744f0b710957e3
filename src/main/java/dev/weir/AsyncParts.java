package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import dev.weir.internal.async.AsyncManagerFactory;
import dev.weir.internal.async.AsyncPoolManager;
import dev.weir.internal.client.AsyncClientFactory;
import dev.weir.internal.client.AsyncPoolClient;
import dev.weir.internal.client.BlockingClient;
import dev.weir.internal.client.SizeLimit;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.PoolControl;
import dev.weir.internal.pool.StreamSettings;
import dev.weir.internal.thread.PatientLock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;

/** What an asynchronous pool consists of, and how a new configuration reaches all of it, one at a time. Thread-safe. */
final class AsyncParts {

    private final AsyncPool pool;
    private final AsyncManagerFactory managers;
    private final AsyncPoolManager manager;
    private final AsyncClientFactory clients;
    private final AsyncPoolClient client;
    private final BlockingClient blockingClient;
    private final PatientLock lock = new PatientLock();
    private final AtomicBoolean shutDown = new AtomicBoolean();

    AsyncParts(
            AsyncPool pool,
            AsyncManagerFactory managers,
            AsyncPoolManager manager,
            AsyncClientFactory clients,
            AsyncPoolClient client,
            PoolConfig config) {
        this.pool = pool;
        this.managers = managers;
        this.manager = manager;
        this.clients = clients;
        this.client = client;
        this.blockingClient = new BlockingClient(client, limit(config));
    }

    private SizeLimit limit(PoolConfig config) {
        return SizeLimit.of(config, pool.core().names());
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

    /** Applies what makes the next configuration of the one in force, so that no change in between is lost. */
    void reconfigure(PoolControl control, UnaryOperator<PoolConfig> change, String requester) {
        lock.lock();
        try {
            reconfigure(control, change.apply(control.config()), requester);
        } finally {
            lock.unlock();
        }
    }

    void reconfigure(PoolControl control, PoolConfig given, String requester) {
        lock.lock();
        try {
            PoolConfig previous = control.config();
            PoolConfig next = NextConfig.check(control, previous, given);
            // First, because a customizer may fail: then nothing has changed.
            CloseableHttpAsyncClient nextClient = clients.create(next);
            StreamSettings settings = StreamSettings.of(next);
            managers.reconfigure(manager, next, settings);
            pool.settings(settings);
            control.reconfigure(next);
            client.replace(nextClient, next.reactor().isCallbacksOnIoThread(), SlowRequests.of(next));
            blockingClient.limit(limit(next));
            retireConnections(control, previous, next);
            ChangeLog.log(previous, next, requester);
        } finally {
            lock.unlock();
        }
    }

    private static void retireConnections(PoolControl control, PoolConfig previous, PoolConfig next) {
        if (!MadeWith.isSame(next.tls(), previous.tls())) {
            control.retireAll(CloseCause.TLS_CHANGED);
        } else if (next.protocol() != previous.protocol()
                || !next.http1().equals(previous.http1())
                || !next.http2().config().equals(previous.http2().config())
                || !next.localAddress().equals(previous.localAddress())
                || !next.proxy().equals(previous.proxy())
                || !next.noProxy().equals(previous.noProxy())) {
            control.retireAll(CloseCause.RECONFIGURED);
        }
    }

    /** Ends the threads, after the pool was closed. */
    void shutDown() {
        if (shutDown.compareAndSet(false, true)) {
            client.shutDown();
            managers.close(manager);
        }
    }
}
