package dev.weir.internal.retry;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.utils.DateUtils;

/** Reads {@code Retry-After} (RFC 9110, 10.2.3): a number of seconds, or a date. Pure. */
public final class RetryAfter {

    // More digits do not fit into a long; no call waits for that many seconds.
    private static final int MOST_DIGITS = 18;

    private RetryAfter() {}

    /**
     * Returns how long a server asks to wait.
     *
     * @param value the value of the header
     * @param now the time from which a date is counted
     * @return nanoseconds, 0 for a date that is over and 292 years for any longer time; empty if it is neither a number nor
     *     a date
     */
    public static OptionalLong nanos(String value, Instant now) {
        String text = value.strip();
        if (isNumber(text)) {
            return OptionalLong.of(TimeUnit.SECONDS.toNanos(seconds(text)));
        }
        Instant date = DateUtils.parseStandardDate(text);
        return date == null
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, TimeUnit.NANOSECONDS.convert(Duration.between(now, date))));
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static long seconds(String digits) {
        return digits.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}
