package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolSizingTest {

    @ParameterizedTest
    @CsvSource({
        "5000, PT0.01S, 50",
        "5001, PT0.01S, 51",
        "4999, PT0.01S, 50",
        "0.1, PT10S, 1",
        "0.7, PT10S, 7",
        "1.1, PT10S, 11",
        "1, PT0.000000001S, 1",
        "0, PT1S, 0",
        "2147483647, PT1S, 2147483647"
    })
    void multipliesRateAndHoldTimeAndRoundsUp(double requestsPerSecond, Duration holdTime, int connections) {
        assertThat(PoolSizing.connections(requestsPerSecond, holdTime)).isEqualTo(connections);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void refusesRateThatIsNegativeOrNoNumber(double requestsPerSecond) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolSizing.connections(requestsPerSecond, Duration.ofMillis(10)))
                .withMessage("requestsPerSecond must be a finite number of at least 0, such as 100, but was "
                        + requestsPerSecond);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-0.01S"})
    void refusesHoldTimeThatIsNotPositive(Duration holdTime) {
        String message = "holdTime must be longer than zero, such as PT0.01S (10 ms), but was " + holdTime;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolSizing.connections(100, holdTime))
                .withMessage(message);
    }

    @Test
    void refusesMoreConnectionsThanAnIntHoldsAndNamesTheRateThatPasses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolSizing.connections(2_147_483_648.0, Duration.ofSeconds(1)))
                .withMessage("requestsPerSecond × holdTime must not exceed 2147483647 connections, but"
                        + " 2.147483648E9 × PT1S needs 2147483648; requestsPerSecond up to 2140000000 would"
                        + " pass");
        assertThat(PoolSizing.connections(2_140_000_000, Duration.ofSeconds(1))).isEqualTo(2_140_000_000);
    }
}
