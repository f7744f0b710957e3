package dev.weir.servers;

import java.time.Duration;
import java.util.Random;

/**
 * How long a soak lasts, and what is at random in it.
 *
 * @param lasts how long it lasts
 * @param seed which requests are sent, and which faults come in which order; not at which moments, which are the machine's
 */
record SoakPlan(Duration lasts, long seed) {

    private static final int SAMPLES = 60;
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(5);

    /** Reads {@code -Dsoak.minutes} and {@code -Dsoak.seed}. */
    static SoakPlan ofProperties() {
        return new SoakPlan(
                Duration.ofMinutes(Long.getLong("soak.minutes", 2)),
                Long.getLong("soak.seed", new Random().nextInt(1_000_000)));
    }

    Duration betweenSamples() {
        Duration between = lasts.dividedBy(SAMPLES);
        return between.compareTo(LEAST_BETWEEN) < 0 ? LEAST_BETWEEN : between;
    }

    Random random(int number) {
        return new Random(seed * 1_000 + number);
    }
}
