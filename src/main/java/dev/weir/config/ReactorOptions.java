package dev.weir.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hc.core5.reactor.IOReactorConfig;

/**
 * Says which threads serve the connections of an asynchronous pool. A blocking pool has none, and takes no notice.
 *
 * <p>All asynchronous pools of a JVM share their I/O threads: as many as processors, at most 8; the system property
 * {@code weir.ioThreads} sets another number (1 to 1024), and is read when the first pool is built. Pools whose
 * {@link PoolConfig#socket()} options or SOCKS proxies differ share nothing, because HttpCore opens all sockets of a reactor
 * with the same options. Threads and sockets stay those with which the pool was built, also after a reconfiguration.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#reactor()
 */
public final class ReactorOptions extends KnobGroup {
    /** Default of {@link #isOwn()}: false, because threads beyond the number of processors do not make I/O faster. */
    public static final boolean DEFAULT_OWN = false;

    /**
     * Default of {@link #isCallbacksOnIoThread()}: false, because a callback that blocks would hold up the connections
     * of other callers, and of other pools.
     */
    public static final boolean DEFAULT_CALLBACKS_ON_IO_THREAD = false;

    private static final KnobList LIST = new KnobList("reactor");

    static final Knob<Boolean> OWN = LIST.flag("own", DEFAULT_OWN);
    static final Knob<Integer> THREADS = LIST.count("threads", 1, null);
    static final Knob<IOReactorConfig> CONFIG = LIST.object("config", IOReactorConfig.class);
    static final Knob<Boolean> CALLBACKS_ON_IO_THREAD =
            LIST.flag("callbacksOnIoThread", DEFAULT_CALLBACKS_ON_IO_THREAD);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    ReactorOptions(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns whether the pool has I/O threads of its own.
     *
     * @return true if it does not share those of the other pools
     */
    public boolean isOwn() {
        return get(OWN);
    }

    /**
     * Returns how many I/O threads of its own the pool has.
     *
     * @return the number; empty for as many as processors, at most 8
     */
    public OptionalInt threads() {
        return find(THREADS).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /**
     * Returns HttpCore's configuration of the pool's own reactor.
     *
     * @return the configuration; empty if {@link PoolConfig#socket()} has all settings
     */
    public Optional<IOReactorConfig> config() {
        return find(CONFIG);
    }

    /**
     * Returns whether callers of the client are called back on the thread that reads and writes on the connection.
     *
     * @return true if they are
     */
    public boolean isCallbacksOnIoThread() {
        return get(CALLBACKS_ON_IO_THREAD);
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder extends KnobSetters<Builder> {
        Builder(KnobSheet sheet) {
            super(sheet);
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets whether the pool has I/O threads of its own. Default: {@link ReactorOptions#DEFAULT_OWN}. They are named
         * {@code weir-io-}, the name of the pool and a number, and end with the pool. If many pools have their own, threads
         * compete for processors.
         *
         * @param enabled true for threads of its own
         * @return this builder
         */
        public Builder own(boolean enabled) {
            return set(OWN, enabled);
        }

        /**
         * Sets how many I/O threads of its own the pool has. Default: as many as processors, at most 8, or as {@link
         * #config} says. At least 1. Needs {@link #own}.
         *
         * @param threads the number of threads
         * @return this builder
         */
        public Builder threads(int threads) {
            return set(THREADS, threads);
        }

        /**
         * Sets HttpCore's configuration of the pool's own reactor, for options that no other knob has, such as
         * {@code TCP_KEEPIDLE} or the traffic class. Default: none. Needs {@link #own}. Values set by {@link #threads},
         * {@link PoolSettings#socket} and {@link PoolSettings#proxy} (for SOCKS) take precedence over it. Its
         * {@code soTimeout} has no effect: {@code timeouts.read} holds.
         *
         * @param config the configuration
         * @return this builder
         */
        public Builder config(IOReactorConfig config) {
            return set(CONFIG, config);
        }

        /**
         * Sets whether callers of the client are called back on the thread that reads and writes on the connection.
         * Default: {@link ReactorOptions#DEFAULT_CALLBACKS_ON_IO_THREAD}: they are called back on {@code weir-callback}
         * threads, which costs a thread switch. Consumers and producers of bodies are always called on the I/O thread. If it
         * is on and a callback blocks, the connections of that thread stop, those of other pools included.
         *
         * @param enabled true to save the thread switch, for callbacks that never block
         * @return this builder
         */
        public Builder callbacksOnIoThread(boolean enabled) {
            return set(CALLBACKS_ON_IO_THREAD, enabled);
        }
    }
}
