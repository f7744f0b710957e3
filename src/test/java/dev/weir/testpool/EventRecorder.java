package dev.weir.testpool;

import dev.weir.event.AddressEjected;
import dev.weir.event.AddressRestored;
import dev.weir.event.ConnectionClosed;
import dev.weir.event.DialEnded;
import dev.weir.event.DialStarted;
import dev.weir.event.HandshakeEnded;
import dev.weir.event.HedgeEnded;
import dev.weir.event.KeepAliveLearned;
import dev.weir.event.LeakReturned;
import dev.weir.event.LeakSuspected;
import dev.weir.event.LeaseEnded;
import dev.weir.event.LeaseReleased;
import dev.weir.event.MaxRequestsLearned;
import dev.weir.event.NameLookedUp;
import dev.weir.event.PoolListener;
import dev.weir.event.RetryDecided;
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
        return events.stream()
                .map(event -> event.getClass().getInterfaces()[0].getSimpleName())
                .toList();
    }

    @Override
    public void leased(LeaseEnded event) {
        events.add(event);
    }

    @Override
    public void released(LeaseReleased event) {
        events.add(event);
    }

    @Override
    public void dialStarted(DialStarted event) {
        events.add(event);
    }

    @Override
    public void dialEnded(DialEnded event) {
        events.add(event);
    }

    @Override
    public void handshakeEnded(HandshakeEnded event) {
        events.add(event);
    }

    @Override
    public void connectionClosed(ConnectionClosed event) {
        events.add(event);
    }

    @Override
    public void nameLookedUp(NameLookedUp event) {
        events.add(event);
    }

    @Override
    public void leakSuspected(LeakSuspected event) {
        events.add(event);
    }

    @Override
    public void leakReturned(LeakReturned event) {
        events.add(event);
    }

    @Override
    public void retryDecided(RetryDecided event) {
        events.add(event);
    }

    @Override
    public void hedgeEnded(HedgeEnded event) {
        events.add(event);
    }

    @Override
    public void keepAliveLearned(KeepAliveLearned event) {
        events.add(event);
    }

    @Override
    public void maxRequestsLearned(MaxRequestsLearned event) {
        events.add(event);
    }

    @Override
    public void addressEjected(AddressEjected event) {
        events.add(event);
    }

    @Override
    public void addressRestored(AddressRestored event) {
        events.add(event);
    }
}
