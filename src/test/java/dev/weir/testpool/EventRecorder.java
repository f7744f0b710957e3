package dev.weir.testpool;

import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the events of a pool in the order in which they came. Thread-safe. */
public final class EventRecorder implements PoolListener {

    private final List<Object> events = new CopyOnWriteArrayList<>();

    public <E> List<E> of(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns the only event of its kind. */
    public <E> E only(Class<E> type) {
        List<E> all = of(type);
        if (all.size() != 1) {
            throw new AssertionError("one " + type.getSimpleName() + " expected, but there are " + all);
        }
        return all.get(0);
    }

    /** Returns the types of the events that programs see, in the order of the events. */
    public List<String> kinds() {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    @Override
    public void onEvent(PoolEvent event) {
        if (!(event instanceof PoolEvent.PoolStateChanged)) {
            events.add(event);
        }
    }

    @Override
    public boolean hearsRequests() {
        return false;
    }
}
