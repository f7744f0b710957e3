package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

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
 * @param serverIdle how long servers are assumed to keep an idle connection if they do not say
 * @param max how long a connection may idle and still be reused, whatever the server offers, or zero if nothing is pooled
 * @param margin how much earlier than the server the pool closes a connection
 * @param learn whether the pool learns from servers that close earlier than they should
 * @see PoolConfig#keepAlive()
 */
public record KeepAlive(Duration serverIdle, Duration max, Duration margin, boolean learn) {
    static final Knob<Duration> SERVER_IDLE = Knob.time("keepAlive.serverIdle", Duration.ofSeconds(60));
    static final Knob<Duration> MAX = Knob.timeOrOff("keepAlive.max", Duration.ofSeconds(30));
    static final Knob<Duration> MARGIN = Knob.time("keepAlive.margin", Duration.ofSeconds(2));
    static final Knob<Boolean> LEARN = Knob.of("keepAlive.learn", true);
    static final List<Knob<?>> KNOBS = List.of(SERVER_IDLE, MAX, MARGIN, LEARN);

    static KeepAlive of(Map<Knob<?>, Object> values) {
        return new KeepAlive(SERVER_IDLE.get(values), MAX.get(values), MARGIN.get(values), LEARN.get(values));
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder extends GroupBuilder<Builder> {
        Builder(Map<Knob<?>, Object> sheet) {
            super(sheet);
        }

        /**
         * Sets how long servers are assumed to keep an idle connection if they do not say. Default:
         * 60 s, after which most servers close. Longer than {@code margin}. From 1 ms to 25 years.
         *
         * @param duration the time after which a server closes an idle connection
         * @return this builder
         */
        public Builder serverIdle(Duration duration) {
            return set(SERVER_IDLE, duration);
        }

        /**
         * Sets how long a connection may idle and still be reused, whatever the server offers. Default: 30 s, at most half of {@code serverIdle}. At most {@code serverIdle - margin}. {@link
         * Duration#ZERO} switches pooling off. If it is too long, requests meet connections that the server has closed.
         *
         * @param duration the longest time to idle, or zero for no pooling
         * @return this builder
         */
        public Builder max(Duration duration) {
            return set(MAX, duration);
        }

        /**
         * Sets how much earlier than the server the pool closes a connection. Default: 2 s, at most a quarter of {@code serverIdle}. Shorter than {@code serverIdle}. Not 0.
         *
         * @param duration the time between the pool's close and the server's
         * @return this builder
         */
        public Builder margin(Duration duration) {
            return set(MARGIN, duration);
        }

        /**
         * Sets whether the pool learns from servers that close earlier than they should. Default: true.
         *
         * @param enabled true to learn the time to idle per route
         * @return this builder
         */
        public Builder learn(boolean enabled) {
            return set(LEARN, enabled);
        }
    }
}
