package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.config.ReactorOptions;
import java.util.concurrent.ThreadFactory;
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
        return config.reactor().isOwn() ? own(config, sockets) : shared(sockets);
    }

    private static ReactorUse own(PoolConfig config, Sockets sockets) {
        ReactorOptions options = config.reactor();
        int threads = options.threads()
                .orElse(IoThreads.byDefault(Runtime.getRuntime().availableProcessors()));
        IOReactorConfig core = options.config()
                .map(base -> sockets.config(IOReactorConfig.copy(base), threads))
                .orElseGet(() -> sockets.config(threads));
        ThreadFactory factory = Reactor.threadsOf(config.name());
        ReactorSlot slot = new ReactorSlot(() -> Reactor.start(core, factory));
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
