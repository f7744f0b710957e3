package dev.weir.internal.pool;

import dev.weir.event.AddressEjected;
import dev.weir.event.AddressRestored;
import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionClosed;
import dev.weir.event.DialEnded;
import dev.weir.event.HandshakeEnded;
import dev.weir.event.HedgeEnded;
import dev.weir.event.LeakReturned;
import dev.weir.event.LeakSuspected;
import dev.weir.event.LeaseEnded;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RetryDecided;
import dev.weir.internal.event.ConnectionClosedData;
import dev.weir.internal.event.ConnectionRef;
import dev.weir.internal.event.DialStartedData;
import dev.weir.internal.event.KeepAliveLearnedData;
import dev.weir.internal.event.LeaseEndedData;
import dev.weir.internal.event.LeaseReleasedData;
import dev.weir.internal.event.MaxRequestsLearnedData;
import dev.weir.internal.event.NameLookedUpData;
import dev.weir.internal.jfr.FlightEvents;
import dev.weir.internal.keepalive.MaxRequestsLearner;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reports events to the listeners of a pool, which may be added and removed. Without listeners it makes no event.
 * Thread-safe.
 */
final class PoolEvents {

    private final String pool;
    private final ReentrantLock lock = new ReentrantLock();

    // Replaced under the lock, read without it.
    private volatile List<Hearer<PoolListener>> hearers = List.of();

    // Written once, when the pool closes.
    private volatile boolean isClosed;

    PoolEvents(String pool, List<PoolListener> listeners) {
        this.pool = pool;
        for (PoolListener listener : listeners) {
            join(listener);
        }
        for (Hearer<PoolListener> hearer : hearers) {
            hearer.begin();
        }
    }

    String pool() {
        return pool;
    }

    boolean isHeard() {
        return !hearers.isEmpty();
    }

    /** Adds a listener, unless it is there. It receives the pool before any of its events. */
    void add(PoolListener listener, Supplier<PoolSnapshot> snapshot) {
        Hearer<PoolListener> added = join(listener);
        if (added == null) {
            return;
        }
        added.tell((each, state) -> each.poolOpened(pool, state), snapshot);
        added.begin();
        if (isClosed || find(listener) != added) {
            end(added, snapshot);
        }
    }

    private @Nullable Hearer<PoolListener> join(PoolListener listener) {
        lock.lock();
        try {
            if (find(listener) != null) {
                return null;
            }
            Hearer<PoolListener> added = new Hearer<>(pool, listener);
            hearers = Stream.concat(hearers.stream(), Stream.of(added)).toList();
            return added;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Hearer<PoolListener> find(PoolListener listener) {
        return hearers.stream()
                .filter(present -> present.isOf(listener))
                .findFirst()
                .orElse(null);
    }

    /** Removes a listener; false if it is not there. */
    boolean remove(PoolListener listener, Supplier<PoolSnapshot> snapshot) {
        Hearer<PoolListener> removed = part(listener);
        if (removed == null) {
            return false;
        }
        end(removed, snapshot);
        removed.leave();
        return true;
    }

    private @Nullable Hearer<PoolListener> part(PoolListener listener) {
        lock.lock();
        try {
            Hearer<PoolListener> removed = find(listener);
            hearers = hearers.stream().filter(present -> present != removed).toList();
            return removed;
        } finally {
            lock.unlock();
        }
    }

    private void end(Hearer<PoolListener> hearer, Supplier<PoolSnapshot> snapshot) {
        if (hearer.end()) {
            hearer.tell((each, state) -> each.poolClosed(pool, state), snapshot);
        }
    }

    void poolOpened(Supplier<PoolSnapshot> snapshot) {
        tell((listener, state) -> listener.poolOpened(pool, state), snapshot);
    }

    void poolClosed(Supplier<PoolSnapshot> snapshot) {
        isClosed = true;
        for (Hearer<PoolListener> hearer : hearers) {
            end(hearer, snapshot);
        }
    }

    void leased(String route, LeaseOutcome outcome, long waitNanos, @Nullable PooledConnection connection) {
        boolean isRecorded = FlightEvents.wantsLeases();
        if (isHeard() || isRecorded) {
            LeaseEnded event = LeaseEndedData.of(pool, route, outcome, waitNanos, id(connection));
            if (isRecorded) {
                FlightEvents.record(event);
            }
            tell(PoolListener::leased, event);
        }
    }

    void released(String route, long heldNanos, @Nullable PooledConnection connection) {
        if (isHeard()) {
            tell(PoolListener::released, new LeaseReleasedData(pool, route, heldNanos, id(connection)));
        }
    }

    private static @Nullable String id(@Nullable PooledConnection connection) {
        return connection == null ? null : connection.knownId();
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

    void connectionClosed(String route, CloseCause cause, long ageNanos, PooledConnection connection) {
        boolean isRecorded = FlightEvents.wantsCloses();
        if (isHeard() || isRecorded) {
            ConnectionRef ref = connection.ref(connection.failure());
            ConnectionClosed event = new ConnectionClosedData(pool, route, cause, ageNanos, connection.uses(), ref);
            if (isRecorded) {
                FlightEvents.record(event);
            }
            tell(PoolListener::connectionClosed, event);
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

    void addressEjected(AddressEjected event) {
        tell(PoolListener::addressEjected, event);
    }

    void addressRestored(AddressRestored event) {
        tell(PoolListener::addressRestored, event);
    }

    void hedgeEnded(HedgeEnded event) {
        tell(PoolListener::hedgeEnded, event);
    }

    void maxRequestsLearned(String route, long requests) {
        if (isHeard()) {
            OptionalLong most = requests == MaxRequestsLearner.NONE ? OptionalLong.empty() : OptionalLong.of(requests);
            tell(PoolListener::maxRequestsLearned, new MaxRequestsLearnedData(pool, route, most));
        }
    }

    void keepAliveLearned(String route, long idleNanos) {
        if (isHeard()) {
            tell(PoolListener::keepAliveLearned, new KeepAliveLearnedData(pool, route, idleNanos));
        }
    }

    private <E> void tell(BiConsumer<PoolListener, E> method, E event) {
        for (Hearer<PoolListener> hearer : hearers) {
            hearer.hear(method, event);
        }
    }
}
