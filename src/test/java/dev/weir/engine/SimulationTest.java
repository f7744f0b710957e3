package dev.weir.engine;

import org.junit.jupiter.api.Test;

/** What must hold after every step, whatever the steps. */
class SimulationTest {

    private static final int SCHEDULES = 2_000;
    private static final int STEPS = 120;

    @Test
    void holdsItsInvariantsInEverySchedule() {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            run(seed, 1, false, false);
        }
    }

    @Test
    void holdsItsInvariantsWhenExchangesAreLimited() {
        for (long seed = 0; seed < SCHEDULES / 2; seed++) {
            run(seed, 1 + (int) (seed % 4), true, false);
        }
    }

    @Test
    void holdsItsInvariantsWhenCallersShareConnections() {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            run(seed, 2 + (int) (seed % 4), false, false);
        }
    }

    @Test
    void holdsItsInvariantsWhenCallersAreSpreadOverPeers() {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            run(seed, 1 + (int) (seed % 3), seed % 2 == 0, true);
        }
    }

    private static void run(long seed, int mostCapacity, boolean isLimitedInFlight, boolean hasPeers) {
        Simulation simulation = new Simulation(seed, mostCapacity, isLimitedInFlight, hasPeers);
        try {
            simulation.run(STEPS);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "Seed " + seed + " with capacity " + mostCapacity + " failed after:\n" + simulation.log(), e);
        }
    }
}
