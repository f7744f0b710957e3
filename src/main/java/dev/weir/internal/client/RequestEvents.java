package dev.weir.internal.client;

import dev.weir.event.RequestEnded;
import dev.weir.event.RequestListener;
import dev.weir.internal.event.KnownFacts;
import dev.weir.internal.event.LeaseFactsData;
import dev.weir.internal.event.RequestEndedData;
import dev.weir.internal.pool.Hearer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Reports the calls of a pool to its listeners, which may be added and removed. Thread-safe. */
public final class RequestEvents {

    private final String pool;
    private final ReentrantLock lock = new ReentrantLock();

    // Replaced under the lock, read without it.
    private volatile List<Hearer<RequestListener>> hearers = List.of();

    /**
     * Creates the events of a pool.
     *
     * @param pool its name
     * @param listeners the listeners from the first call on
     */
    public RequestEvents(String pool, Collection<RequestListener> listeners) {
        this.pool = pool;
        listeners.forEach(this::add);
    }

    /**
     * Adds a listener, unless it is there.
     *
     * @param listener gets calls from now on
     */
    public void add(RequestListener listener) {
        lock.lock();
        try {
            if (hearers.stream().noneMatch(present -> present.isOf(listener))) {
                List<Hearer<RequestListener>> more = new ArrayList<>(hearers);
                Hearer<RequestListener> added = new Hearer<>(pool, listener);
                added.begin();
                more.add(added);
                hearers = List.copyOf(more);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes a listener.
     *
     * @param listener gets no further calls
     * @return whether it was there
     */
    public boolean remove(RequestListener listener) {
        lock.lock();
        try {
            List<Hearer<RequestListener>> before = hearers;
            hearers = before.stream().filter(present -> !present.isOf(listener)).toList();
            return hearers.size() < before.size();
        } finally {
            lock.unlock();
        }
    }

    boolean isHeard() {
        return !hearers.isEmpty();
    }

    RequestEnded of(CalledRequest request, LeaseFactsData facts) {
        KnownFacts known = facts.copy();
        String route = known.route();
        return new RequestEndedData(pool, route == null ? request.route() : route, request.method(), known);
    }

    void ended(RequestEnded event) {
        for (Hearer<RequestListener> hearer : hearers) {
            hearer.hear(RequestListener::requestEnded, event);
        }
    }
}
