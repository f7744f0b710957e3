package dev.weir.engine;

import org.junit.jupiter.api.Test;

/** What must hold after every step, whatever the steps. */
class SimulationTest {

    private static final int SCHEDULES = 2_000;
    private static final int STEPS = 120;

    @Test
    void holdsItsInvariantsInEverySchedule() {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            run(seed);
        }
    }

    private static void run(long seed) {
        Simulation simulation = new Simulation(seed);
        try {
            simulation.run(STEPS);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("Seed " + seed + " failed after:\n" + simulation.log(), e);
        }
    }
}
