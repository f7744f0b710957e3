package dev.weir.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds clients without a pool by the observations of their requests: those of which nothing else knows, such as one in a
 * local variable. Thread-safe.
 *
 * @param <C> what is observed of one request
 */
abstract class ObservedBypass<C extends Observation.Context> implements ObservationHandler<C> {

    /** An application may call any number of hosts. */
    private static final int MOST_HOSTS = 100;

    private final Class<C> observed;
    private final Set<String> hosts = ConcurrentHashMap.newKeySet();

    ObservedBypass(Class<C> observed) {
        this.observed = observed;
    }

    @Override
    public final boolean supportsContext(Observation.Context context) {
        return observed.isInstance(context);
    }

    @Override
    public final void onStop(C context) {
        // What most requests are must cost nothing.
        if (context.getHighCardinalityKeyValue(ObservedRequests.POOL) == null) {
            look(context);
        }
    }

    /** Looks at a request that had no pool of ours. */
    abstract void look(C context);

    /** Notes the host of a request; returns whether it is the first to that. With too many hosts none is. */
    final boolean noteHost(URI uri) {
        String authority = uri.getRawAuthority();
        return authority != null && hosts.size() < MOST_HOSTS && hosts.add(authority);
    }
}
