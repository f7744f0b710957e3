package dev.weir.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("1994-11-06T08:49:30Z");

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "007, 7",
        "' 120 ', 120",
        "'Sun, 06 Nov 1994 08:49:37 GMT', 7",
        "'Sun, 06 Nov 1994 08:49:30 GMT', 0",
        "'Sun, 06 Nov 1994 08:00:00 GMT', 0",
        "'Thu, 01 Jan 1970 00:00:00 GMT', 0"
    })
    void isANumberOfSecondsOrADateThatMayBeOver(String value, long seconds) {
        assertThat(RetryAfter.nanos(value, NOW)).hasValue(TimeUnit.SECONDS.toNanos(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775807",
                "9223372036",
                "99999999999999999999999999999999999999",
                "Fri, 31 Dec 9999 23:59:59 GMT"
            })
    void isForeverIfItDoesNotFit(String value) {
        assertThat(RetryAfter.nanos(value, NOW).orElseThrow()).isGreaterThan(TimeUnit.DAYS.toNanos(50_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+1",
                "1.5",
                "1s",
                "1,2",
                "0x10",
                "\u0661",
                "soon",
                "Sun, 06 Nov",
                "Sun Nov  6 08:49:37 1994",
                "\u0000",
                "1 2"
            })
    void isNothingIfItCannotBeRead(String value) {
        assertThat(RetryAfter.nanos(value, NOW)).isEmpty();
    }
}
