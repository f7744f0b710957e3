package dev.weir.internal.event;

import dev.weir.event.LeakSuspected;
import java.time.Duration;

/** See {@link LeakSuspected}. */
public record LeakSuspectedData(
        String pool, String route, Kind kind, long heldNanos, String thread, String request, String callSite)
        implements LeakSuspected {

    @Override
    public Duration held() {
        return Duration.ofNanos(heldNanos);
    }
}
