package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {

    private static final long WINDOW = 1_000;
    private static final long CPU = 1_700;
    private static final long QUIET = 33;
    private static final long LOUD = 34;

    private final WarmUp warmUp = new WarmUp(5 * WINDOW, 10 * WINDOW);

    private void windows(long... compiled) {
        for (long each : compiled) {
            warmUp.add(WINDOW, CPU, each);
        }
    }

    @Test
    void isOverAfterFourQuietWindows() {
        windows(LOUD, LOUD, QUIET, QUIET, QUIET, QUIET);

        assertThat(warmUp.isOver()).isTrue();
        assertThat(warmUp.isQuiet()).isTrue();
    }

    @Test
    void goesOnAfterThreeQuietWindows() {
        windows(LOUD, LOUD, LOUD, QUIET, QUIET, QUIET);

        assertThat(warmUp.isOver()).isFalse();
    }

    @Test
    void goesOnWhereQuietWindowsAreApart() {
        windows(LOUD, QUIET, QUIET, LOUD, QUIET, QUIET);

        assertThat(warmUp.isOver()).isFalse();
    }

    @Test
    void lastsForItsLeastTimeEvenIfAllIsQuiet() {
        windows(QUIET, QUIET, QUIET, QUIET);
        assertThat(warmUp.isOver()).isFalse();

        windows(QUIET);
        assertThat(warmUp.isOver()).isTrue();
    }

    @Test
    void countsAWindowWithoutProcessorTimeAsLoud() {
        for (int i = 0; i < 4; i++) {
            warmUp.add(WINDOW, 0, 0);
        }

        assertThat(warmUp.isQuiet()).isFalse();
    }

    @Test
    void endsAfterItsMostTimeAlsoWhereCompilationGoesOn() {
        windows(LOUD, LOUD, LOUD, LOUD, LOUD, LOUD, LOUD, LOUD, LOUD);
        assertThat(warmUp.isOver()).isFalse();

        windows(LOUD);
        assertThat(warmUp.isOver()).isTrue();
        assertThat(warmUp.isQuiet()).isFalse();
        assertThat(warmUp.elapsedNanos()).isEqualTo(10 * WINDOW);
    }
}
