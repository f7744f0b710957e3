package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdleSweepTest {

    private static final int NO_LIMIT = Integer.MAX_VALUE;

    /** Returns how many of so many idle connections go. */
    private static int taken(IdleSweep surplus, int idle, long uses) {
        int gone = 0;
        for (int i = 0; i < idle && surplus.takes(uses); i++) {
            surplus.gone();
            gone++;
        }
        return gone;
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "2, 1", "3, 1", "4, 2", "16, 8", "17, 8"})
    void halfOfWhatWasNotNeededGoesAndTheLastStays(int idleThroughout, int go) {
        assertThat(taken(new IdleSweep(20, NO_LIMIT, 0, idleThroughout, 0), 20, 1))
                .isEqualTo(go);
    }

    @Test
    void allAboveTheLimitGo() {
        assertThat(taken(new IdleSweep(20, 5, 0, 0, 0), 20, 1)).isEqualTo(15);
        assertThat(taken(new IdleSweep(20, 5, 0, 20, 0), 20, 1)).isEqualTo(15);
        assertThat(taken(new IdleSweep(20, 15, 0, 20, 0), 20, 1)).isEqualTo(10);
    }

    @Test
    void whatWasNeverUsedIsNotShrunkButLimited() {
        assertThat(taken(new IdleSweep(20, NO_LIMIT, 0, 20, 0), 20, 0)).isZero();
        assertThat(taken(new IdleSweep(20, 15, 0, 20, 0), 20, 0)).isEqualTo(5);
    }

    @Test
    void asManyStayAsTheRouteIsToHave() {
        assertThat(taken(new IdleSweep(20, NO_LIMIT, 15, 20, 0), 20, 1)).isEqualTo(5);
        assertThat(taken(new IdleSweep(20, NO_LIMIT, 20, 20, 0), 20, 1)).isZero();
        assertThat(taken(new IdleSweep(2, NO_LIMIT, 5, 2, 0), 2, 1)).isZero();
        assertThat(taken(new IdleSweep(20, 15, 15, 20, 0), 20, 1)).isEqualTo(5);
    }
}
