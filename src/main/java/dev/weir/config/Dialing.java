package dev.weir.config;

import java.util.List;
import java.util.Map;

/**
 * Governs how connections are opened.
 *
 * <p>A builder takes values; a configuration shows them, and does not change. Wrong values fail when the pool's
 * configuration is built. What a configuration shows is thread-safe.
 *
 * @see PoolConfig#dialing()
 */
public final class Dialing extends Group<Dialing> {

    static final Knob<Integer> MAX_CONCURRENT = Knob.count("dialing.maxConcurrent", 1, 8);
    static final List<Knob<?>> KNOBS = List.of(MAX_CONCURRENT);

    Dialing(Map<Knob<?>, Object> values) {
        super(values, KNOBS);
    }

    /** {@return how many connections are being opened per route at once, at most} */
    public int maxConcurrent() {
        return get(MAX_CONCURRENT);
    }

    /**
     * Sets how many connections are being opened per route at once, at most. Default: 8. At least 1. If it is too large, a burst overwhelms the server with handshakes.
     *
     * @param dials the number of dials
     * @return this builder
     */
    public Dialing maxConcurrent(int dials) {
        return set(MAX_CONCURRENT, dials);
    }
}
