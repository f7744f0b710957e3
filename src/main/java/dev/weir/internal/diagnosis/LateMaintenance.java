package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.Optional;

/** Finds that a pool is not maintained, almost always because a listener blocks. Pure. */
public final class LateMaintenance {

    // Longer than the pauses of machines and garbage collectors.
    private static final Duration GRACE = Duration.ofSeconds(5);

    private LateMaintenance() {}

    /**
     * Looks at the thread that maintains a pool.
     *
     * @param threads what is known of it
     * @return the finding
     */
    public static Optional<Finding> find(ThreadFigures threads) {
        Duration since = threads.sinceMaintenance();
        return since.compareTo(threads.interval().plus(GRACE)) <= 0
                ? Optional.empty()
                : Findings.warn(
                        "This pool is not maintained: idle connections stay, and leaks are not noticed.",
                        "Its last maintenance was " + since.toSeconds() + " s ago, and is due every "
                                + threads.interval().toMillis() + " ms; the thread 'weir-maintenance' is "
                                + (threads.isMaintenanceAlive() ? "alive." : "gone."),
                        threads.isMaintenanceAlive()
                                ? "Look where that thread is (jcmd <pid> Thread.print): a listener may block it."
                                : "Build another pool, which starts the thread again, and report this.");
    }
}
