package dev.weir.internal.keepalive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WholeNumberTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "1, 1",
        "-1, -1",
        "007, 7",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854775807",
        "99999999999999999999999, 9223372036854775807",
        "-9223372036854775807, -9223372036854775807",
        "-99999999999999999999999, -9223372036854775807",
        "' 5 ', 5"
    })
    void readsNumbersAndSaturates(String text, long number) {
        assertThat(WholeNumber.parse(text)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-", "--1", "+1", "1.5", "1s", "s", "1 2", "0x10", "1e3", "\u0661", "- 1"})
    void takesNothingElseForANumber(String text) {
        assertThat(WholeNumber.parse(text)).isEqualTo(WholeNumber.NOT_A_NUMBER);
    }

    @Test
    void takesNoTextForNoNumber() {
        assertThat(WholeNumber.parse(null)).isEqualTo(WholeNumber.NOT_A_NUMBER);
    }
}
