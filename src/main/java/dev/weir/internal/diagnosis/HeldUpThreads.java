package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds threads that are held up, almost always by code that blocks in a listener or a callback. Pure. */
public final class HeldUpThreads {

    // Longer than the pauses of machines and garbage collectors.
    private static final Duration GRACE = Duration.ofSeconds(5);

    private HeldUpThreads() {}

    /**
     * Looks at the threads of a pool.
     *
     * @param threads what is known of them
     * @return the findings
     */
    public static Stream<Finding> find(ThreadFigures threads) {
        return Stream.of(heldUp(threads), notMaintained(threads)).flatMap(Optional::stream);
    }

    private static Optional<Finding> heldUp(ThreadFigures threads) {
        return threads.heldUp().isEmpty()
                ? Optional.empty()
                : Findings.warn(
                        "Code that does not return holds up threads that others need.",
                        String.join("; ", threads.heldUp()) + "; so that " + String.join("; ", threads.consequences())
                                + ".",
                        "Make listeners and callbacks return at once, and move slow work to threads of your own.");
    }

    private static Optional<Finding> notMaintained(ThreadFigures threads) {
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
