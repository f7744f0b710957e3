package dev.weir.internal.async;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The reactors that the asynchronous pools of a JVM (of a class loader, to be exact) share: one for each set of socket
 * options, because HttpCore opens all sockets of a reactor alike; usually there is one. Thread-safe.
 */
final class SharedReactors {

    private static final SharedReactors SHARED = new SharedReactors();

    private final Map<Sockets, ReactorSlot> slots = new ConcurrentHashMap<>();
    private final AtomicInteger started = new AtomicInteger();

    static SharedReactors shared() {
        return SHARED;
    }

    /** Counts a pool as a user of the reactor with its socket options. */
    ReactorSlot enter(Sockets sockets) {
        while (true) {
            ReactorSlot slot = slots.computeIfAbsent(sockets, alike -> new ReactorSlot(() -> start(alike)));
            if (slot.enter()) {
                return slot;
            }
            slots.remove(sockets, slot); // its last pool is about to leave it
        }
    }

    void leave(Sockets sockets, ReactorSlot slot) {
        if (slot.leave()) {
            slots.remove(sockets, slot);
        }
    }

    private Reactor start(Sockets sockets) {
        return Reactor.start(sockets.config(IoThreads.ofJvm()), Reactor.sharedThreads(started));
    }
}
