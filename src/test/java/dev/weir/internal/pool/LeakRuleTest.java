package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeakRuleTest {

    @ParameterizedTest
    @CsvSource({
        "100, 100, 100, false, true",
        "100, 99, 99, false, false",
        "100, 1000, 99, false, false", // bytes moved
        "100, 1000, 1000, true, false", // waits for its response
        "0, 1000, 1000, false, false"
    })
    void suspectsWhatIsHeldForTheLimitWithoutAByte(
            long limit, long held, long silent, boolean isAwaited, boolean expected) {
        assertThat(LeakRule.isSuspect(limit, held, silent, isAwaited)).isEqualTo(expected);
    }
}
