package dev.weir.config;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sets options of the sockets.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#socket()
 */
public final class SocketOptions {
    /** Default of {@link #tcpNoDelay()}: on. */
    public static final boolean DEFAULT_TCP_NO_DELAY = true;

    /** Default of {@link #keepAlive()}: on. */
    public static final boolean DEFAULT_KEEP_ALIVE = true;

    /** Default of {@link #receiveBuffer()} and {@link #sendBuffer()}: 0, the choice of the system. */
    public static final int DEFAULT_BUFFER = 0;

    /** Default of {@link #reuseAddress()}: off. */
    public static final boolean DEFAULT_REUSE_ADDRESS = false;

    private final KnobValues values;

    SocketOptions(KnobValues values) {
        this.values = values;
    }

    /**
     * Says whether small packets are sent at once ({@code TCP_NODELAY}).
     *
     * @return true if they do not wait for each other
     */
    public boolean tcpNoDelay() {
        return values.get(Knobs.TCP_NO_DELAY);
    }

    /**
     * Says whether the system probes idle connections ({@code SO_KEEPALIVE}). Unrelated to HTTP keep-alive.
     *
     * @return true if it does
     */
    public boolean keepAlive() {
        return values.get(Knobs.SO_KEEP_ALIVE);
    }

    /**
     * Returns the size of the receive buffer ({@code SO_RCVBUF}).
     *
     * @return the size in bytes, or 0 for the choice of the system
     */
    public int receiveBuffer() {
        return values.get(Knobs.RECEIVE_BUFFER);
    }

    /**
     * Returns the size of the send buffer ({@code SO_SNDBUF}).
     *
     * @return the size in bytes, or 0 for the choice of the system
     */
    public int sendBuffer() {
        return values.get(Knobs.SEND_BUFFER);
    }

    /**
     * Returns how long closing a socket waits for unsent data ({@code SO_LINGER}).
     *
     * @return the time to wait; empty if closing does not wait
     */
    public Optional<Duration> linger() {
        return Optional.ofNullable(values.find(Knobs.LINGER));
    }

    /**
     * Says whether a local address may be bound while an old connection of it lingers ({@code SO_REUSEADDR}).
     *
     * @return true if it may
     */
    public boolean reuseAddress() {
        return values.get(Knobs.REUSE_ADDRESS);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SocketOptions that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /**
     * Lists the values.
     *
     * @return every value by its name
     */
    @Override
    public String toString() {
        return values.toString();
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder {
        private final KnobSheet sheet;

        Builder(KnobSheet sheet) {
            this.sheet = sheet;
        }

        /**
         * Sets whether small packets are sent at once ({@code TCP_NODELAY}). Default: {@link
         * SocketOptions#DEFAULT_TCP_NO_DELAY}.
         *
         * @param enabled true to send at once
         * @return this builder
         */
        public Builder tcpNoDelay(boolean enabled) {
            sheet.set(Knobs.TCP_NO_DELAY, enabled);
            return this;
        }

        /**
         * Sets whether the system probes idle connections ({@code SO_KEEPALIVE}). Unrelated to HTTP keep-alive.
         * Default: {@link SocketOptions#DEFAULT_KEEP_ALIVE}.
         *
         * @param enabled true to probe
         * @return this builder
         */
        public Builder keepAlive(boolean enabled) {
            sheet.set(Knobs.SO_KEEP_ALIVE, enabled);
            return this;
        }

        /**
         * Sets the size of the receive buffer ({@code SO_RCVBUF}). Default: {@link SocketOptions#DEFAULT_BUFFER}. At
         * least 0.
         *
         * @param bytes the size in bytes, or 0 for the choice of the system
         * @return this builder
         */
        public Builder receiveBuffer(int bytes) {
            sheet.set(Knobs.RECEIVE_BUFFER, bytes);
            return this;
        }

        /**
         * Sets the size of the send buffer ({@code SO_SNDBUF}). Default: {@link SocketOptions#DEFAULT_BUFFER}. At least
         * 0.
         *
         * @param bytes the size in bytes, or 0 for the choice of the system
         * @return this builder
         */
        public Builder sendBuffer(int bytes) {
            sheet.set(Knobs.SEND_BUFFER, bytes);
            return this;
        }

        /**
         * Sets how long closing a socket waits for unsent data ({@code SO_LINGER}). Default: it does not wait. Not 0.
         * The system counts whole seconds.
         *
         * @param duration the time to wait
         * @return this builder
         */
        public Builder linger(Duration duration) {
            sheet.set(Knobs.LINGER, duration);
            return this;
        }

        /**
         * Sets whether a local address may be bound while an old connection of it lingers ({@code SO_REUSEADDR}).
         * Default: {@link SocketOptions#DEFAULT_REUSE_ADDRESS}.
         *
         * @param enabled true to allow it
         * @return this builder
         */
        public Builder reuseAddress(boolean enabled) {
            sheet.set(Knobs.REUSE_ADDRESS, enabled);
            return this;
        }
    }
}
