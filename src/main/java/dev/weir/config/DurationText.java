package dev.weir.config;

import java.time.Duration;

/** Writes durations the way properties are written: {@code 300ms}, {@code 90s}, {@code 2m}; always exact. */
final class DurationText {
    private static final String[] NAMES = {"d", "h", "m", "s"};
    private static final long[] SECONDS = {86_400, 3_600, 60, 1};

    private DurationText() {}

    static String of(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        return duration.toNanosPart() == 0 ? whole(duration.toSeconds()) : fraction(duration);
    }

    private static String whole(long seconds) {
        int unit = 0;
        while (seconds % SECONDS[unit] != 0) {
            unit++;
        }
        return seconds / SECONDS[unit] + NAMES[unit];
    }

    private static String fraction(Duration duration) {
        if (Math.abs(duration.toSeconds()) > Integer.MAX_VALUE) {
            return duration.toString();
        }
        long nanos = duration.toNanos();
        if (nanos % 1_000_000 == 0) {
            return nanos / 1_000_000 + "ms";
        }
        return nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos + "ns";
    }
}
