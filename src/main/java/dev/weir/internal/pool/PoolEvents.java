package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.event.DialEnded;
import dev.weir.event.HandshakeEnded;
import dev.weir.event.LeakReturned;
import dev.weir.event.LeakSuspected;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RetryDecided;
import dev.weir.internal.event.ConnectionClosedData;
import dev.weir.internal.event.DialStartedData;
import dev.weir.internal.event.KeepAliveLearnedData;
import dev.weir.internal.event.LeaseEndedData;
import dev.weir.internal.event.LeaseReleasedData;
import dev.weir.internal.event.NameLookedUpData;
import dev.weir.internal.log.Log;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Tells the listeners of a pool what happens in it. What a listener throws stays here. Without listeners no event is even
 * made. Thread-safe.
 */
final class PoolEvents {

    private static final Log LOG = Log.of(PoolEvents.class);

    private final String pool;
    private final Hearer[] hearers;

    PoolEvents(String pool, List<PoolListener> listeners) {
        this.pool = pool;
        this.hearers = listeners.stream().map(Hearer::new).toArray(Hearer[]::new);
    }

    String pool() {
        return pool;
    }

    boolean isHeard() {
        return hearers.length > 0;
    }

    void poolOpened(Supplier<PoolSnapshot> snapshot) {
        tell((listener, state) -> listener.poolOpened(pool, state), snapshot);
    }

    void poolClosed(Supplier<PoolSnapshot> snapshot) {
        tell((listener, state) -> listener.poolClosed(pool, state), snapshot);
    }

    void leased(String route, LeaseOutcome outcome, long waitNanos) {
        if (isHeard()) {
            tell(PoolListener::leased, new LeaseEndedData(pool, route, outcome, waitNanos));
        }
    }

    void released(String route, long heldNanos) {
        if (isHeard()) {
            tell(PoolListener::released, new LeaseReleasedData(pool, route, heldNanos));
        }
    }

    void dialStarted(String route) {
        if (isHeard()) {
            tell(PoolListener::dialStarted, new DialStartedData(pool, route));
        }
    }

    void dialEnded(DialEnded event) {
        tell(PoolListener::dialEnded, event);
    }

    void handshakeEnded(HandshakeEnded event) {
        tell(PoolListener::handshakeEnded, event);
    }

    void connectionClosed(String route, CloseCause cause, long ageNanos, long uses) {
        if (isHeard()) {
            tell(PoolListener::connectionClosed, new ConnectionClosedData(pool, route, cause, ageNanos, uses));
        }
    }

    void nameLookedUp(String host, LookupOutcome outcome, long lookupNanos) {
        if (isHeard()) {
            tell(PoolListener::nameLookedUp, new NameLookedUpData(pool, host, outcome, lookupNanos));
        }
    }

    void leakSuspected(LeakSuspected event) {
        tell(PoolListener::leakSuspected, event);
    }

    void leakReturned(LeakReturned event) {
        tell(PoolListener::leakReturned, event);
    }

    void retryDecided(RetryDecided event) {
        tell(PoolListener::retryDecided, event);
    }

    void keepAliveLearned(String route, long idleNanos) {
        if (isHeard()) {
            tell(PoolListener::keepAliveLearned, new KeepAliveLearnedData(pool, route, idleNanos));
        }
    }

    private <E> void tell(BiConsumer<PoolListener, E> method, E event) {
        for (Hearer hearer : hearers) {
            try {
                method.accept(hearer.listener, event);
            } catch (Throwable e) { // an Error of a listener must not cost a caller its connection
                failed(hearer, e);
            }
        }
    }

    // Once loudly: a listener that fails at each request must not fill the log.
    private void failed(Hearer hearer, Throwable failure) {
        String type = hearer.listener.getClass().getName();
        if (hearer.hasFailed.compareAndSet(false, true)) {
            LOG.warn("Pool '{}': a listener failed and missed an event ({})", pool, type, failure);
        } else {
            LOG.debug("Pool '{}': a listener failed again and missed an event ({})", pool, type, failure);
        }
    }

    private record Hearer(PoolListener listener, AtomicBoolean hasFailed) {
        Hearer(PoolListener listener) {
            this(listener, new AtomicBoolean());
        }
    }
}
