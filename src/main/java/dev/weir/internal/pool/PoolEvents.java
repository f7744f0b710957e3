package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners of a pool what happens in it. What a listener throws stays here. */
final class PoolEvents {

    private static final Logger LOG = LoggerFactory.getLogger(PoolEvents.class);

    private final String pool;
    private final PoolListener[] listeners;

    PoolEvents(String pool, List<PoolListener> listeners) {
        this.pool = pool;
        this.listeners = listeners.toArray(new PoolListener[0]);
    }

    void poolOpened(Supplier<PoolSnapshot> snapshot) {
        tell(listener -> listener.poolOpened(pool, snapshot));
    }

    void poolClosed() {
        tell(listener -> listener.poolClosed(pool));
    }

    // The events of each request go without a lambda when nobody listens: they must cost nothing then.

    void leased(String route, LeaseOutcome outcome, long waitNanos) {
        if (listeners.length > 0) {
            tell(listener -> listener.leased(pool, route, outcome, waitNanos));
        }
    }

    void released(String route, long heldNanos) {
        if (listeners.length > 0) {
            tell(listener -> listener.released(pool, route, heldNanos));
        }
    }

    void connectionOpened(String route, long dialNanos) {
        tell(listener -> listener.connectionOpened(pool, route, dialNanos));
    }

    void connectionClosed(String route, CloseCause cause, long ageNanos, long uses) {
        tell(listener -> listener.connectionClosed(pool, route, cause, ageNanos, uses));
    }

    private void tell(Consumer<PoolListener> event) {
        for (PoolListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable e) { // an Error of a listener must not cost a caller its connection
                LOG.warn(
                        "Pool '{}': a listener failed and missed an event ({})",
                        pool,
                        listener.getClass().getName(),
                        e);
            }
        }
    }
}
