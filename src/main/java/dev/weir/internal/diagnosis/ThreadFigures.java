package dev.weir.internal.diagnosis;

import java.time.Duration;
import java.util.List;

/**
 * What is known of the threads that a pool needs. Immutable.
 *
 * @param sinceMaintenance how long ago it was maintained, or built
 * @param interval how often that is to be done
 * @param isMaintenanceAlive whether the thread that does it is there
 * @param heldUp who is held up, and where
 * @param consequences what does not go on meanwhile
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
     * @param interval how often that is to be done
     * @param isMaintenanceAlive whether the thread that does it is there
     * @param heldUp who is held up, and where
     * @param consequences what does not go on meanwhile
     */
    public ThreadFigures {
        heldUp = List.copyOf(heldUp);
        consequences = List.copyOf(consequences);
    }
}
