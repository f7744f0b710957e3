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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
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
    private final List<Hearer> hearers = new ArrayList<>();

    /**
     * Creates the events of a pool.
     *
     * @param pool its name
     * @param listeners those who hear them from the first on
     */
    public PoolEvents(String pool, List<PoolListener> listeners) {
        this.pool = pool;
        for (PoolListener listener : listeners) {
            if (hearers.stream().noneMatch(hearer -> hearer.listener == listener)) {
                hearers.add(new Hearer(listener));
            }
        }
    }

    String pool() {
        return pool;
    }

    boolean isHeard() {
        return !hearers.isEmpty() || FlightRecorder.isWanted();
    }

    /**
     * Tells whether a listener wants to know of each call.
     *
     * @return whether {@link PoolEvent.RequestEnded} has a hearer
     */
    public boolean isHeardOfRequests() {
        for (Hearer hearer : hearers) {
            if (hearer.listener.hearsRequests()) {
                return true;
            }
        }
        return false;
    }

    void poolOpened(Supplier<PoolSnapshot> snapshot) {
        tell(new PoolEvent.PoolStateChanged(pool, true, snapshot));
    }

    void poolClosed(Supplier<PoolSnapshot> snapshot) {
        tell(new PoolEvent.PoolStateChanged(pool, false, snapshot));
    }

    void leased(String route, LeaseOutcome outcome, long waitNanos, @Nullable PooledConnection connection) {
        if (isHeard()) {
            tell(new PoolEvent.LeaseEnded(pool, route, outcome, Duration.ofNanos(waitNanos), id(connection)));
        }
    }

    static Optional<String> id(@Nullable PooledConnection connection) {
        return Optional.ofNullable(connection).map(PooledConnection::knownId);
    }

    void connectionClosed(String route, CloseCause cause, long ageNanos, PooledConnection connection) {
        if (isHeard()) {
            tell(new PoolEvent.ConnectionClosed(
                    pool,
                    route,
                    cause,
                    Duration.ofNanos(ageNanos),
                    connection.uses(),
                    id(connection),
                    connection.address(),
                    Optional.ofNullable(cause == CloseCause.CANCELLED ? null : connection.failure())));
        }
    }

    @Override
    public void lookup(String host, LookupOutcome outcome, long nanos) {
        if (isHeard()) {
            tell(new PoolEvent.NameLookedUp(pool, host, outcome, Duration.ofNanos(nanos)));
        }
    }

    /**
     * Tells all listeners that want to know of such an event, and the flight recorder.
     *
     * @param event what happened
     */
    public void tell(PoolEvent event) {
        FlightRecorder.record(event);
        for (Hearer hearer : hearers) {
            if (hearer.listener.hearsRequests() || !(event instanceof PoolEvent.RequestEnded)) {
                hearer.tell(event);
            }
        }
    }

    /** A listener, and what was told of it and to it. */
    private final class Hearer {

        private final PoolListener listener;
        private final AtomicBoolean hasFailed = new AtomicBoolean();

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
