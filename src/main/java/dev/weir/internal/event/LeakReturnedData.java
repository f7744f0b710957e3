package dev.weir.internal.event;

import dev.weir.event.LeakReturned;
import java.time.Duration;

/** See {@link LeakReturned}. */
public record LeakReturnedData(String pool, String route, long heldNanos, String request, String callSite)
        implements LeakReturned {

    @Override
    public Duration held() {
        return Duration.ofNanos(heldNanos);
    }
}
