package dev.weir.config;

import java.time.Duration;

/**
 * Writes durations the way properties are written: {@code 300ms}, {@code 90s}, {@code 2m}; those beyond a day in words:
 * {@code 2 days 1 hour}. Always exact.
 */
final class DurationText {
    private static final String[] NAMES = {"d", "h", "m", "s"};
    private static final long[] SECONDS = {86_400, 3_600, 60, 1};
    private static final String[] WORDS = {"year", "day", "hour", "minute", "second"};
    private static final long[] SECONDS_OF_WORDS = {365 * 86_400, 86_400, 3_600, 60, 1};

    private DurationText() {}

    static String of(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        if (duration.abs().compareTo(Duration.ofDays(1)) > 0) {
            return inWords(duration);
        }
        return duration.toNanosPart() == 0 ? whole(duration.toSeconds()) : fraction(duration.toNanos());
    }

    private static String whole(long seconds) {
        int unit = 0;
        while (seconds % SECONDS[unit] != 0) {
            unit++;
        }
        return seconds / SECONDS[unit] + NAMES[unit];
    }

    private static String fraction(long nanos) {
        if (nanos % 1_000_000 == 0) {
            return nanos / 1_000_000 + "ms";
        }
        return nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos + "ns";
    }

    private static String inWords(Duration duration) {
        StringBuilder words = new StringBuilder(duration.isNegative() ? "minus" : "");
        long seconds = duration.abs().toSeconds();
        for (int unit = 0; unit < WORDS.length; unit++) {
            long count = seconds / SECONDS_OF_WORDS[unit];
            seconds %= SECONDS_OF_WORDS[unit];
            if (count > 0) {
                words.append(' ').append(count).append(' ').append(WORDS[unit]).append(count == 1 ? "" : "s");
            }
        }
        int nanos = duration.abs().toNanosPart();
        return (nanos == 0 ? words : words.append(' ').append(fraction(nanos)))
                .toString()
                .strip();
    }
}
