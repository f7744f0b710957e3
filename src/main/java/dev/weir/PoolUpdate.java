package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import dev.weir.internal.client.ClientFactory;
import dev.weir.internal.client.PoolClient;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.http1.StrictConnections;
import dev.weir.internal.manager.ManagerFactory;
import dev.weir.internal.manager.PoolManager;
import dev.weir.internal.pool.PoolControl;
import dev.weir.internal.thread.PatientLock;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

/** Carries a new configuration to all parts of a pool, one update at a time. Thread-safe. */
final class PoolUpdate {

    private final PoolControl control;
    private final StrictConnections connections;
    private final ManagerFactory managers;
    private final PoolManager manager;
    private final ClientFactory clients;
    private final PoolClient client;
    private final PatientLock lock = new PatientLock();

    PoolUpdate(
            PoolControl control,
            StrictConnections connections,
            ManagerFactory managers,
            PoolManager manager,
            ClientFactory clients,
            PoolClient client) {
        this.control = control;
        this.connections = connections;
        this.managers = managers;
        this.manager = manager;
        this.clients = clients;
        this.client = client;
    }

    /** Applies what makes the next configuration of the one in force, so that no change in between is lost. */
    void apply(UnaryOperator<PoolConfig> change, String requester) {
        lock.lock();
        try {
            apply(change.apply(control.config()), requester);
        } finally {
            lock.unlock();
        }
    }

    void apply(PoolConfig given, String requester) {
        lock.lock();
        try {
            PoolConfig previous = control.config();
            PoolConfig next = NextConfig.check(control, previous, given);
            // First, because a customizer may fail: then nothing has changed.
            CloseableHttpClient nextClient = clients.create(next);
            managers.reconfigure(manager, next);
            connections.reconfigure(next);
            control.reconfigure(next);
            client.replace(nextClient, SlowRequests.of(next));
            retireConnections(previous, next);
            ChangeLog.log(previous, next, requester);
        } finally {
            lock.unlock();
        }
    }

    // A connection lives by the socket and TLS settings that it was made with; other settings hold at once.
    private void retireConnections(PoolConfig previous, PoolConfig next) {
        if (!MadeWith.isSame(next.tls(), previous.tls())) {
            control.retireAll(CloseCause.TLS_CHANGED);
        } else if (!next.socket().equals(previous.socket())
                || !next.http1().equals(previous.http1())
                || !next.localAddress().equals(previous.localAddress())
                || !next.proxy().equals(previous.proxy())
                || !next.noProxy().equals(previous.noProxy())) {
            control.retireAll(CloseCause.RECONFIGURED);
        }
    }
}
