package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.internal.dns.DnsLookups;
import dev.weir.internal.jfr.FlightRecorder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listeners of a pool what happens, which may be added and removed. Creates no event that nobody hears.
 * Thread-safe.
 */
public final class PoolEvents implements DnsLookups {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.callback");

    private final String pool;
    private final ReentrantLock lock = new ReentrantLock();

    // Replaced under the lock, read without it.
    private volatile List<Hearer> hearers = List.of();
    private volatile boolean isHeardOfRequests;

    // Written once, when the pool closes.
    private volatile boolean isClosed;

    /**
     * Creates the events of a pool.
     *
     * @param pool its name
     * @param listeners those who hear them from the first on
     */
    public PoolEvents(String pool, List<PoolListener> listeners) {
        this.pool = pool;
        for (PoolListener listener : listeners) {
            join(listener);
        }
        for (Hearer hearer : hearers) {
            hearer.isListening = true;
        }
    }

    String pool() {
        return pool;
    }

    boolean isHeard() {
        return !hearers.isEmpty();
    }

    /**
     * Tells whether a listener wants to know of each call.
     *
     * @return whether {@link #requestEnded} has a hearer
     */
    public boolean isHeardOfRequests() {
        return isHeardOfRequests;
    }

    /** Adds a listener, unless it is there; the first that it hears is that the pool is open. */
    void add(PoolListener listener, Supplier<PoolSnapshot> snapshot) {
        Hearer added = join(listener);
        if (added == null) {
            return;
        }
        added.tell(new PoolEvent.PoolOpened(pool, snapshot));
        added.isListening = true;
        if (isClosed || find(listener) != added) {
            end(added, snapshot);
        }
    }

    private @Nullable Hearer join(PoolListener listener) {
        lock.lock();
        try {
            if (find(listener) != null) {
                return null;
            }
            Hearer added = new Hearer(listener);
            hear(Stream.concat(hearers.stream(), Stream.of(added)).toList());
            return added;
        } finally {
            lock.unlock();
        }
    }

    private void hear(List<Hearer> next) {
        hearers = next;
        isHeardOfRequests = next.stream().anyMatch(each -> each.listener.hearsRequests());
    }

    private @Nullable Hearer find(PoolListener listener) {
        return hearers.stream()
                .filter(present -> present.listener == listener)
                .findFirst()
                .orElse(null);
    }

    /** Removes a listener; the last that it hears is that the pool is closed. Returns whether it was there. */
    boolean remove(PoolListener listener, Supplier<PoolSnapshot> snapshot) {
        Hearer removed = part(listener);
        if (removed == null) {
            return false;
        }
        end(removed, snapshot);
        removed.isListening = false;
        return true;
    }

    private @Nullable Hearer part(PoolListener listener) {
        lock.lock();
        try {
            Hearer removed = find(listener);
            hear(hearers.stream().filter(present -> present != removed).toList());
            return removed;
        } finally {
            lock.unlock();
        }
    }

    private void end(Hearer hearer, Supplier<PoolSnapshot> snapshot) {
        if (hearer.isListening && hearer.hasEnded.compareAndSet(false, true)) {
            hearer.tell(new PoolEvent.PoolClosed(pool, snapshot));
        }
    }

    void poolOpened(Supplier<PoolSnapshot> snapshot) {
        tell(new PoolEvent.PoolOpened(pool, snapshot));
    }

    void poolClosed(Supplier<PoolSnapshot> snapshot) {
        isClosed = true;
        for (Hearer hearer : hearers) {
            end(hearer, snapshot);
        }
    }

    void leased(String route, LeaseOutcome outcome, long waitNanos, @Nullable PooledConnection connection) {
        boolean isRecorded = FlightRecorder.wantsLeases();
        if (isHeard() || isRecorded) {
            PoolEvent.LeaseEnded event =
                    new PoolEvent.LeaseEnded(pool, route, outcome, Duration.ofNanos(waitNanos), id(connection));
            if (isRecorded) {
                FlightRecorder.record(event);
            }
            tell(event);
        }
    }

    void released(String route, long heldNanos, @Nullable PooledConnection connection) {
        if (isHeard()) {
            tell(new PoolEvent.LeaseReleased(pool, route, Duration.ofNanos(heldNanos), id(connection)));
        }
    }

    static Optional<String> id(@Nullable PooledConnection connection) {
        return Optional.ofNullable(connection).map(PooledConnection::knownId);
    }

    void dialStarted(String route) {
        if (isHeard()) {
            tell(new PoolEvent.DialStarted(pool, route));
        }
    }

    void connectionClosed(String route, CloseCause cause, long ageNanos, PooledConnection connection) {
        boolean isRecorded = FlightRecorder.wantsCloses();
        if (isHeard() || isRecorded) {
            PoolEvent.ConnectionClosed event = new PoolEvent.ConnectionClosed(
                    pool,
                    route,
                    cause,
                    Duration.ofNanos(ageNanos),
                    connection.uses(),
                    id(connection),
                    connection.address(),
                    Optional.ofNullable(cause == CloseCause.CANCELLED ? null : connection.failure()));
            if (isRecorded) {
                FlightRecorder.record(event);
            }
            tell(event);
        }
    }

    @Override
    public void lookup(String host, LookupOutcome outcome, long nanos) {
        if (isHeard()) {
            tell(new PoolEvent.NameLookedUp(pool, host, outcome, Duration.ofNanos(nanos)));
        }
    }

    @Override
    public DnsLookups begin() {
        Consumer<PoolEvent.NameLookedUp> span = FlightRecorder.lookup();
        return span == null
                ? this
                : (host, outcome, nanos) -> {
                    span.accept(new PoolEvent.NameLookedUp(pool, host, outcome, Duration.ofNanos(nanos)));
                    lookup(host, outcome, nanos);
                };
    }

    /**
     * Tells those that want to know of each call.
     *
     * @param event the end of a call
     */
    public void requestEnded(PoolEvent.RequestEnded event) {
        for (Hearer hearer : hearers) {
            if (hearer.isListening && hearer.listener.hearsRequests()) {
                hearer.tell(event);
            }
        }
    }

    void tell(PoolEvent event) {
        for (Hearer hearer : hearers) {
            if (hearer.isListening) {
                hearer.tell(event);
            }
        }
    }

    /** A listener, and what it was told of the beginning and the end. */
    private final class Hearer {

        private final PoolListener listener;
        private final AtomicBoolean hasFailed = new AtomicBoolean();
        private final AtomicBoolean hasEnded = new AtomicBoolean();

        // Written by the thread that adds or removes it.
        private volatile boolean isListening;

        Hearer(PoolListener listener) {
            this.listener = listener;
        }

        void tell(PoolEvent event) {
            try {
                listener.onEvent(event);
            } catch (Throwable e) { // an Error of a listener must not cost a caller its connection
                String name = listener.getClass().getName();
                if (hasFailed.compareAndSet(false, true)) {
                    LOG.warn("Pool '{}': a listener failed and missed an event ({})", pool, name, e);
                } else {
                    LOG.debug("Pool '{}': a listener failed again and missed an event ({})", pool, name, e);
                }
            }
        }
    }
}
