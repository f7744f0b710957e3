package dev.weir.internal.event;

import dev.weir.event.FailureKind;
import dev.weir.event.RecentFailures;
import dev.weir.event.RecentTraffic;
import java.time.Duration;
import java.util.Map;

/** See {@link RecentTraffic}. */
public record RecentTrafficData(
        Duration span,
        long callers,
        Map<FailureKind, RecentFailures> failures,
        Duration queueP99,
        Duration heldMean,
        int mostInUse,
        long leaked,
        long takenBack)
        implements RecentTraffic {

    /** Nothing is known. */
    public static final RecentTraffic NONE =
            new RecentTrafficData(Duration.ZERO, 0, Map.of(), Duration.ZERO, Duration.ZERO, 0, 0, 0);

    public RecentTrafficData {
        failures = Map.copyOf(failures);
    }
}
