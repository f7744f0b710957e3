package dev.weir.config;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes durations the way properties are written: {@code 300ms}, {@code 90s}, {@code 2m}; those beyond a day in words:
 * {@code 2 days 1 hour}. Always exact.
 */
final class DurationText {

    private static final String[] NAMES = {"d", "h", "m", "s", "ms", "us", "ns"};
    private static final long[] NANOS = {
        86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000, 1_000_000, 1_000, 1
    };

    private DurationText() {}

    static String of(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        if (duration.isNegative()) {
            // The very smallest has no positive counterpart.
            return "-" + of((duration.toSeconds() == Long.MIN_VALUE ? duration.plusNanos(1) : duration).abs());
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
        int nanos = duration.toNanosPart();
        return Stream.of(
                        count(duration.toDays() / 365, "year"),
                        count(duration.toDays() % 365, "day"),
                        count(duration.toHoursPart(), "hour"),
                        count(duration.toMinutesPart(), "minute"),
                        count(duration.toSecondsPart(), "second"),
                        nanos == 0 ? "" : inLargestUnit(nanos))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String count(long count, String unit) {
        return count == 0 ? "" : count + " " + unit + (count == 1 ? "" : "s");
    }
}
