package dev.weir.servers;

import java.time.Duration;
import java.util.Random;

/**
 * The length of a soak, and its random choices.
 *
 * @param lasts its length
 * @param seed decides which requests are sent, and which faults occur in which order, but not the moments
 * @param longestPause of each caller between two requests
 */
record SoakPlan(Duration lasts, long seed, Duration longestPause) {

    private static final int SAMPLES = 60;
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(5);

    /** Reads {@code -Dsoak.minutes}, {@code -Dsoak.seed} and {@code -Dsoak.pause}, in milliseconds. */
    static SoakPlan ofProperties() {
        return new SoakPlan(
                Duration.ofMinutes(Long.getLong("soak.minutes", 2)),
                Long.getLong("soak.seed", new Random().nextInt(1_000_000)),
                Duration.ofMillis(Long.getLong("soak.pause", 40)));
    }

    Duration betweenSamples() {
        Duration between = lasts.dividedBy(SAMPLES);
        return between.compareTo(LEAST_BETWEEN) < 0 ? LEAST_BETWEEN : between;
    }

    Random random(int number) {
        return new Random(seed * 1_000 + number);
    }
}
