package dev.weir.internal.event;

import dev.weir.event.LookupOutcome;
import dev.weir.event.NameLookedUp;
import java.time.Duration;

/** See {@link NameLookedUp}. */
public record NameLookedUpData(String pool, String host, LookupOutcome outcome, long lookupNanos)
        implements NameLookedUp {

    @Override
    public Duration time() {
        return Duration.ofNanos(lookupNanos);
    }
}
