package dev.weir.engine;

import org.junit.jupiter.api.Test;

/** What must hold of callers and dials after every step, whatever the steps. */
class DialSimulationTest {

    private static final int SCHEDULES = 5_000;
    private static final int STEPS = 150;

    @Test
    void holdsItsInvariantsInEverySchedule() {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            DialSimulation simulation = new DialSimulation(seed);
            try {
                simulation.run(STEPS);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("Seed " + seed + " failed after:\n" + simulation.log(), e);
            }
        }
    }
}
