package dev.weir.internal.diagnosis;

import java.time.Duration;
import java.util.List;

/**
 * The state of the threads that a pool needs. Immutable.
 *
 * @param sinceMaintenance how long ago it was maintained, or built
 * @param interval how often that should happen
 * @param isMaintenanceAlive whether its thread is alive
 * @param heldUp the threads that are held up, and where
 * @param consequences what stands still meanwhile
 */
public record ThreadFigures(
        Duration sinceMaintenance,
        Duration interval,
        boolean isMaintenanceAlive,
        List<String> heldUp,
        List<String> consequences) {

    /**
     * Copies the lists.
     *
     * @param sinceMaintenance how long ago it was maintained, or built
     * @param interval how often that should happen
     * @param isMaintenanceAlive whether its thread is alive
     * @param heldUp the threads that are held up, and where
     * @param consequences what stands still meanwhile
     */
    public ThreadFigures {
        heldUp = List.copyOf(heldUp);
        consequences = List.copyOf(consequences);
    }
}
