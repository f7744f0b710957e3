package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.config.Tls;
import dev.weir.event.CloseCause;
import dev.weir.internal.pool.PoolControl;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** Carries a new configuration to all parts of a pool, one update at a time. Thread-safe. */
abstract class PoolUpdate {

    private final PoolControl control;
    private final ReentrantLock lock = new ReentrantLock();

    PoolUpdate(PoolControl control) {
        this.control = control;
    }

    /** Applies what makes the next configuration of the one in force, so that no change in between is lost. */
    final void apply(UnaryOperator<PoolConfig> change, String requester) {
        lock.lock();
        try {
            apply(change.apply(control.config()), requester);
        } finally {
            lock.unlock();
        }
    }

    final void apply(PoolConfig given, String requester) {
        lock.lock();
        try {
            PoolConfig previous = control.config();
            PoolConfig next = NextConfig.check(control, previous, given);
            Runnable replaceClients = prepare(next);
            control.reconfigure(next);
            replaceClients.run();
            retireConnections(previous, next);
            ChangeLog.log(previous, next, requester);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the clients for a configuration and brings it to what makes connections. Creates the clients first, because a
     * customizer may fail: then nothing has changed.
     *
     * @return puts the clients in force
     */
    abstract Runnable prepare(PoolConfig next);

    // A connection lives by the settings that it was made with; other settings hold at once.
    private void retireConnections(PoolConfig previous, PoolConfig next) {
        if (!isSame(next.tls(), previous.tls())) {
            control.retireAll(CloseCause.TLS_CHANGED);
        } else if (!isMadeAlikeByAll(next, previous) || !isMadeAlike(next, previous)) {
            control.retireAll(CloseCause.RECONFIGURED);
        }
    }

    // Not the time for a handshake, which is over when a connection is made.
    private static boolean isSame(Tls one, Tls other) {
        return one.protocols().equals(other.protocols())
                && one.cipherSuites().equals(other.cipherSuites())
                && one.hostnameVerifier().equals(other.hostnameVerifier());
    }

    private static boolean isMadeAlikeByAll(PoolConfig one, PoolConfig other) {
        return one.http1Config().equals(other.http1Config())
                && one.proxy().equals(other.proxy())
                && one.noProxy().equals(other.noProxy());
    }

    /** Tells whether this kind of pool makes connections the same way for both, as far as other kinds do not. */
    abstract boolean isMadeAlike(PoolConfig one, PoolConfig other);
}
