package dev.weir.config;

import java.time.Duration;

/**
 * Writes durations the way properties are written: {@code 300ms}, {@code 90s}, {@code 2m}; those beyond a day in words:
 * {@code 2 days 1 hour}. Always exact.
 */
final class DurationText {

    private static final String[] NAMES = {"d", "h", "m", "s", "ms", "us", "ns"};
    private static final long[] NANOS = {
        86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000, 1_000_000, 1_000, 1
    };
    private static final String[] WORDS = {"year", "day", "hour", "minute", "second"};
    private static final long[] SECONDS = {365 * 86_400, 86_400, 3_600, 60, 1};

    private DurationText() {}

    static String of(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        if (duration.isNegative()) {
            return "-" + of(duration.abs());
        }
        return duration.compareTo(Duration.ofDays(1)) > 0 ? inWords(duration) : inLargestUnit(duration.toNanos());
    }

    private static String inLargestUnit(long nanos) {
        int unit = 0;
        while (nanos % NANOS[unit] != 0) {
            unit++;
        }
        return nanos / NANOS[unit] + NAMES[unit];
    }

    private static String inWords(Duration duration) {
        StringBuilder words = new StringBuilder();
        long seconds = duration.toSeconds();
        for (int unit = 0; unit < WORDS.length; unit++) {
            long count = seconds / SECONDS[unit];
            seconds %= SECONDS[unit];
            if (count > 0) {
                words.append(count).append(' ').append(WORDS[unit]).append(count == 1 ? " " : "s ");
            }
        }
        int nanos = duration.toNanosPart();
        return (nanos == 0 ? words : words.append(inLargestUnit(nanos)))
                .toString()
                .strip();
    }
}
