package dev.weir.engine;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** What must hold after every step, whatever the steps. */
class SimulationTest {

    private static final int SCHEDULES = 2_000;
    private static final int STEPS = 120;

    @Test
    void holdsItsInvariantsInEverySchedule() {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            run(seed, 1, false);
        }
    }

    @Test
    void holdsItsInvariantsWhenExchangesAreLimited() {
        for (long seed = 0; seed < SCHEDULES / 2; seed++) {
            run(seed, 1 + (int) (seed % 4), true);
        }
    }

    @Test
    void holdsItsInvariantsWhenCallersShareConnections() {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            run(seed, 2 + (int) (seed % 4), false);
        }
    }

    private static void run(long seed, int mostCapacity, boolean isLimitedInFlight) {
        try {
            new Simulation(seed, mostCapacity, isLimitedInFlight, false).run(STEPS);
        } catch (AssertionError | RuntimeException e) {
            Simulation again = new Simulation(seed, mostCapacity, isLimitedInFlight, true);
            var unused = Assertions.catchThrowable(() -> again.run(STEPS));
            throw new AssertionError(
                    "Seed " + seed + " with capacity " + mostCapacity + " failed after:\n" + again.log(), e);
        }
    }
}
