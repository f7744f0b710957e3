package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeakRuleTest {

    @Test
    void suspectsWhatIsHeldForTheLimitWithoutAByte() {
        assertThat(LeakRule.isSuspect(100, 100, 100, false)).isTrue();
    }

    @Test
    void suspectsNothingBelowTheLimit() {
        assertThat(LeakRule.isSuspect(100, 99, 99, false)).isFalse();
    }

    @Test
    void suspectsNothingOnWhichBytesMoved() {
        assertThat(LeakRule.isSuspect(100, 1_000, 99, false)).isFalse();
    }

    @Test
    void suspectsNothingThatWaitsForItsResponse() {
        assertThat(LeakRule.isSuspect(100, 1_000, 1_000, true)).isFalse();
    }

    @Test
    void suspectsNothingWithoutALimit() {
        assertThat(LeakRule.isSuspect(0, 1_000, 1_000, false)).isFalse();
    }
}
