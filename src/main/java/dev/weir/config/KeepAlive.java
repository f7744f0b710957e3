package dev.weir.config;

import java.time.Duration;
import java.util.List;

/**
 * Limits how long a connection may idle before it is reused, so that the client closes before the server does: {@code
 * max <= serverIdle - margin}.
 *
 * <p>Defaults yield to explicit values: {@code margin} is at most a quarter of {@code serverIdle} and {@code max} at
 * most half of it; {@code serverIdle} grows to twice an explicit {@code max} (four times an explicit {@code margin})
 * that does not fit.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#keepAlive()
 */
public final class KeepAlive extends KnobGroup {
    /** Default of {@link #serverIdle()}: 60 s, after which most servers close. */
    public static final Duration DEFAULT_SERVER_IDLE = Duration.ofSeconds(60);

    /** Default of {@link #max()}: 30 s. */
    public static final Duration DEFAULT_MAX = Duration.ofSeconds(30);

    /** Default of {@link #margin()}: 2 s. */
    public static final Duration DEFAULT_MARGIN = Duration.ofSeconds(2);

    /** Default of {@link #learn()}: on. */
    public static final boolean DEFAULT_LEARN = true;

    private static final KnobList LIST = new KnobList("keepAlive");

    static final Knob<Duration> SERVER_IDLE = LIST.time("serverIdle", DEFAULT_SERVER_IDLE);
    static final Knob<Duration> MAX = LIST.timeOrOff("max", DEFAULT_MAX);
    static final Knob<Duration> MARGIN = LIST.time("margin", DEFAULT_MARGIN);
    static final Knob<Boolean> LEARN = LIST.flag("learn", DEFAULT_LEARN);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    KeepAlive(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns how long servers are assumed to keep an idle connection if they do not say.
     *
     * @return the time after which a server closes an idle connection
     */
    public Duration serverIdle() {
        return get(SERVER_IDLE);
    }

    /**
     * Returns how long a connection may idle and still be reused, whatever the server offers.
     *
     * @return the longest time to idle, or zero if nothing is pooled
     */
    public Duration max() {
        return get(MAX);
    }

    /**
     * Returns how much earlier than the server the pool closes a connection.
     *
     * @return the time between the pool's close and the server's
     */
    public Duration margin() {
        return get(MARGIN);
    }

    /**
     * Returns whether the pool learns from servers that close earlier than they should.
     *
     * @return true if the time to idle is learned per route
     */
    public boolean learn() {
        return get(LEARN);
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
         * Sets how long servers are assumed to keep an idle connection if they do not say. Default:
         * {@link KeepAlive#DEFAULT_SERVER_IDLE}. Longer than {@code margin}. From 1 ms to 25 years.
         *
         * @param duration the time after which a server closes an idle connection
         * @return this builder
         */
        public Builder serverIdle(Duration duration) {
            return set(SERVER_IDLE, duration);
        }

        /**
         * Sets how long a connection may idle and still be reused, whatever the server offers. Default: {@link
         * KeepAlive#DEFAULT_MAX}, at most half of {@code serverIdle}. At most {@code serverIdle - margin}. {@link
         * Duration#ZERO} switches pooling off. If it is too long, requests meet connections that the server has closed.
         *
         * @param duration the longest time to idle, or zero for no pooling
         * @return this builder
         */
        public Builder max(Duration duration) {
            return set(MAX, duration);
        }

        /**
         * Sets how much earlier than the server the pool closes a connection. Default: {@link
         * KeepAlive#DEFAULT_MARGIN}, at most a quarter of {@code serverIdle}. Shorter than {@code serverIdle}. Not 0.
         *
         * @param duration the time between the pool's close and the server's
         * @return this builder
         */
        public Builder margin(Duration duration) {
            return set(MARGIN, duration);
        }

        /**
         * Sets whether the pool learns from servers that close earlier than they should. Default: {@link
         * KeepAlive#DEFAULT_LEARN}.
         *
         * @param enabled true to learn the time to idle per route
         * @return this builder
         */
        public Builder learn(boolean enabled) {
            return set(LEARN, enabled);
        }
    }
}
