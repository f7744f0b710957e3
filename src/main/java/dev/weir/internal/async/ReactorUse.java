package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import org.apache.hc.core5.reactor.IOReactorConfig;

/** The use of a reactor by one pool. Thread-safe. */
interface ReactorUse {

    /** Returns the reactor for the next connection. */
    Reactor reactor();

    /** Ends the use. */
    void leave();

    /** Begins to use the reactor that is configured for a pool. */
    static ReactorUse of(PoolConfig config) {
        Sockets sockets = Sockets.of(config);
        return config.reactorConfig()
                .map(own -> own(config.name(), sockets.config(own)))
                .orElseGet(() -> shared(sockets));
    }

    private static ReactorUse own(String pool, IOReactorConfig config) {
        ReactorSlot slot = new ReactorSlot(() -> Reactor.start(config, Reactor.threadsOf(pool)));
        slot.enter();
        return new ReactorUse() {
            @Override
            public Reactor reactor() {
                return slot.reactor();
            }

            @Override
            public void leave() {
                slot.leave();
            }
        };
    }

    private static ReactorUse shared(Sockets sockets) {
        ReactorSlot slot = SharedReactors.shared().enter(sockets);
        return new ReactorUse() {
            @Override
            public Reactor reactor() {
                return slot.reactor();
            }

            @Override
            public void leave() {
                SharedReactors.shared().leave(sockets, slot);
            }
        };
    }
}
