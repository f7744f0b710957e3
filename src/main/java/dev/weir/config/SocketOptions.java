package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sets options of the sockets.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#socket()
 */
public final class SocketOptions extends KnobGroup {
    /** Default of {@link #tcpNoDelay()}: on. */
    public static final boolean DEFAULT_TCP_NO_DELAY = true;

    /** Default of {@link #keepAlive()}: on. */
    public static final boolean DEFAULT_KEEP_ALIVE = true;

    /** Default of {@link #receiveBuffer()} and {@link #sendBuffer()}: 0, the choice of the system. */
    public static final int DEFAULT_BUFFER = 0;

    /** Default of {@link #reuseAddress()}: off. */
    public static final boolean DEFAULT_REUSE_ADDRESS = false;

    private static final KnobList LIST = new KnobList("socket");

    static final Knob<Boolean> TCP_NO_DELAY = LIST.flag("tcpNoDelay", DEFAULT_TCP_NO_DELAY);
    static final Knob<Boolean> KEEP_ALIVE = LIST.flag("keepAlive", DEFAULT_KEEP_ALIVE);
    static final Knob<Integer> RECEIVE_BUFFER = LIST.count("receiveBuffer", 0, DEFAULT_BUFFER);
    static final Knob<Integer> SEND_BUFFER = LIST.count("sendBuffer", 0, DEFAULT_BUFFER);
    static final Knob<Duration> LINGER = LIST.time("linger", null);
    static final Knob<Boolean> REUSE_ADDRESS = LIST.flag("reuseAddress", DEFAULT_REUSE_ADDRESS);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    SocketOptions(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns whether small packets are sent at once ({@code TCP_NODELAY}).
     *
     * @return true if they do not wait for each other
     */
    public boolean tcpNoDelay() {
        return get(TCP_NO_DELAY);
    }

    /**
     * Returns whether the system probes idle connections ({@code SO_KEEPALIVE}). Unrelated to HTTP keep-alive.
     *
     * @return true if it does
     */
    public boolean keepAlive() {
        return get(KEEP_ALIVE);
    }

    /**
     * Returns the size of the receive buffer ({@code SO_RCVBUF}).
     *
     * @return the size in bytes, or 0 for the choice of the system
     */
    public int receiveBuffer() {
        return get(RECEIVE_BUFFER);
    }

    /**
     * Returns the size of the send buffer ({@code SO_SNDBUF}).
     *
     * @return the size in bytes, or 0 for the choice of the system
     */
    public int sendBuffer() {
        return get(SEND_BUFFER);
    }

    /**
     * Returns how long closing a socket waits for unsent data ({@code SO_LINGER}).
     *
     * @return the time to wait; empty if closing does not wait
     */
    public Optional<Duration> linger() {
        return find(LINGER);
    }

    /**
     * Returns whether a local address may be bound while an old connection of it lingers ({@code SO_REUSEADDR}).
     *
     * @return true if it may
     */
    public boolean reuseAddress() {
        return get(REUSE_ADDRESS);
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
         * Sets whether small packets are sent at once ({@code TCP_NODELAY}). Default: {@link
         * SocketOptions#DEFAULT_TCP_NO_DELAY}.
         *
         * @param enabled true to send at once
         * @return this builder
         */
        public Builder tcpNoDelay(boolean enabled) {
            return set(TCP_NO_DELAY, enabled);
        }

        /**
         * Sets whether the system probes idle connections ({@code SO_KEEPALIVE}). Unrelated to HTTP keep-alive.
         * Default: {@link SocketOptions#DEFAULT_KEEP_ALIVE}.
         *
         * @param enabled true to probe
         * @return this builder
         */
        public Builder keepAlive(boolean enabled) {
            return set(KEEP_ALIVE, enabled);
        }

        /**
         * Sets the size of the receive buffer ({@code SO_RCVBUF}). Default: {@link SocketOptions#DEFAULT_BUFFER}. At
         * least 0.
         *
         * @param bytes the size in bytes, or 0 for the choice of the system
         * @return this builder
         */
        public Builder receiveBuffer(int bytes) {
            return set(RECEIVE_BUFFER, bytes);
        }

        /**
         * Sets the size of the send buffer ({@code SO_SNDBUF}). Default: {@link SocketOptions#DEFAULT_BUFFER}. At least
         * 0.
         *
         * @param bytes the size in bytes, or 0 for the choice of the system
         * @return this builder
         */
        public Builder sendBuffer(int bytes) {
            return set(SEND_BUFFER, bytes);
        }

        /**
         * Sets how long closing a socket waits for unsent data ({@code SO_LINGER}). Default: it does not wait. Not 0.
         * The system counts whole seconds.
         *
         * @param duration the time to wait
         * @return this builder
         */
        public Builder linger(Duration duration) {
            return set(LINGER, duration);
        }

        /**
         * Sets whether a local address may be bound while an old connection of it lingers ({@code SO_REUSEADDR}).
         * Default: {@link SocketOptions#DEFAULT_REUSE_ADDRESS}.
         *
         * @param enabled true to allow it
         * @return this builder
         */
        public Builder reuseAddress(boolean enabled) {
            return set(REUSE_ADDRESS, enabled);
        }
    }
}
