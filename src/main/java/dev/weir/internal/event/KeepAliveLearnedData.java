package dev.weir.internal.event;

import dev.weir.event.KeepAliveLearned;
import java.time.Duration;

/** See {@link KeepAliveLearned}. */
public record KeepAliveLearnedData(String pool, String route, long idleNanos) implements KeepAliveLearned {

    @Override
    public Duration idle() {
        return Duration.ofNanos(idleNanos);
    }
}
