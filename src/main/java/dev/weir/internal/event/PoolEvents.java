package dev.weir.internal.event;

import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.internal.dns.DnsLookups;
import dev.weir.internal.jfr.FlightRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listeners of a pool what happens. An event that no listener wants need not be made: {@link #isHeard} tells.
 * Thread-safe.
 */
public final class PoolEvents implements DnsLookups {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.callback");

    private final String pool;
    private final List<PoolListener> hearers = new ArrayList<>();
    // The classes of listeners of which the log has told.
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    /**
     * Creates the events of a pool.
     *
     * @param pool its name
     * @param listeners those who hear them from the first on
     */
    public PoolEvents(String pool, List<PoolListener> listeners) {
        this.pool = pool;
        for (PoolListener listener : listeners) {
            if (hearers.stream().noneMatch(hearer -> hearer == listener)) {
                hearers.add(listener);
            }
        }
    }

    /**
     * Tells whether anyone wants to know of events.
     *
     * @return whether events have a hearer
     */
    public boolean isHeard() {
        return !hearers.isEmpty() || FlightRecorder.isWanted();
    }

    /**
     * Tells whether a listener wants to know of each call.
     *
     * @return whether {@link PoolEvent.RequestEnded} has a hearer
     */
    public boolean isHeardOfRequests() {
        for (PoolListener hearer : hearers) {
            if (hearer.hearsRequests()) {
                return true;
            }
        }
        return false;
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
        for (PoolListener hearer : hearers) {
            if (hearer.hearsRequests() || !(event instanceof PoolEvent.RequestEnded)) {
                tell(hearer, event);
            }
        }
    }

    private void tell(PoolListener hearer, PoolEvent event) {
        try {
            hearer.onEvent(event);
        } catch (Throwable e) { // an Error of a listener must not cost a caller its connection
            String name = hearer.getClass().getName();
            if (failed.add(name)) {
                LOG.warn("Pool '{}': a listener failed and missed an event ({})", pool, name, e);
            } else {
                LOG.debug("Pool '{}': a listener failed again and missed an event ({})", pool, name, e);
            }
        }
    }
}
