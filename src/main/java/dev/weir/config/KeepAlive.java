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
 * <p>A builder takes values; a configuration shows them, and does not change. Wrong values fail when the pool's
 * configuration is built. What a configuration shows is thread-safe.
 *
 * @see RouteConfig#keepAlive()
 */
public final class KeepAlive extends Group<KeepAlive> {

    static final Knob<Duration> SERVER_IDLE = Knob.time("keepAlive.serverIdle", Duration.ofSeconds(60));
    static final Knob<Duration> MAX = Knob.timeOrOff("keepAlive.max", Duration.ofSeconds(30));
    static final Knob<Duration> MARGIN = Knob.time("keepAlive.margin", Duration.ofSeconds(2));
    static final Knob<Boolean> LEARN = Knob.of("keepAlive.learn", true);
    static final List<Knob<?>> KNOBS = List.of(SERVER_IDLE, MAX, MARGIN, LEARN);

    KeepAlive(Map<Knob<?>, Object> values) {
        super(values, KNOBS);
    }

    /** {@return how long servers are assumed to keep an idle connection if they do not say} */
    public Duration serverIdle() {
        return get(SERVER_IDLE);
    }

    /** {@return how long a connection may idle and still be reused, whatever the server offers, or zero if nothing is pooled} */
    public Duration max() {
        return get(MAX);
    }

    /** {@return how much earlier than the server the pool closes a connection} */
    public Duration margin() {
        return get(MARGIN);
    }

    /** {@return whether the pool learns from servers that close earlier than they should} */
    public boolean learn() {
        return get(LEARN);
    }

    /**
     * Sets how long servers are assumed to keep an idle connection if they do not say. Default:
     * 60 s, after which most servers close. Longer than {@code margin}. From 1 ms to 25 years.
     *
     * @param duration the time after which a server closes an idle connection
     * @return this builder
     */
    public KeepAlive serverIdle(Duration duration) {
        return set(SERVER_IDLE, duration);
    }

    /**
     * Sets how long a connection may idle and still be reused, whatever the server offers. Default: 30 s, at most half of {@code serverIdle}. At most {@code serverIdle - margin}. {@link
     * Duration#ZERO} switches pooling off. If it is too long, requests meet connections that the server has closed.
     *
     * @param duration the longest time to idle, or zero for no pooling
     * @return this builder
     */
    public KeepAlive max(Duration duration) {
        return set(MAX, duration);
    }

    /**
     * Sets how much earlier than the server the pool closes a connection. Default: 2 s, at most a quarter of {@code serverIdle}. Shorter than {@code serverIdle}. Not 0.
     *
     * @param duration the time between the pool's close and the server's
     * @return this builder
     */
    public KeepAlive margin(Duration duration) {
        return set(MARGIN, duration);
    }

    /**
     * Sets whether the pool learns from servers that close earlier than they should. Default: true.
     *
     * @param enabled true to learn the time to idle per route
     * @return this builder
     */
    public KeepAlive learn(boolean enabled) {
        return set(LEARN, enabled);
    }
}
