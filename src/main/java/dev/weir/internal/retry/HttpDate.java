package dev.weir.internal.retry;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/** Reads the three forms of a date in HTTP (RFC 9110, section 5.6.7); servers send the first. Pure. */
final class HttpDate {

    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.US);
    // A two-digit year is within 50 years.
    private static final int YEARS_BACK = 49;

    private HttpDate() {}

    /** Returns the date; empty if the text is not a date. */
    static Optional<Instant> parse(String text, Instant now) {
        try {
            return Optional.of(parsed(text, now));
        } catch (DateTimeException e) {
            return Optional.empty(); // java.time's way to say that it is none
        }
    }

    private static Instant parsed(String text, Instant now) {
        int comma = text.indexOf(", ");
        if (comma < 0) {
            return LocalDateTime.parse(text, ASCTIME).toInstant(ZoneOffset.UTC);
        }
        return text.indexOf('-') < 0
                ? Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text))
                : LocalDateTime.parse(text.substring(comma + 2), rfc850(now)).toInstant(ZoneOffset.UTC);
    }

    private static DateTimeFormatter rfc850(Instant now) {
        int first = now.atOffset(ZoneOffset.UTC).getYear() - YEARS_BACK;
        return new DateTimeFormatterBuilder()
                .appendPattern("dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, first)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.US);
    }
}
