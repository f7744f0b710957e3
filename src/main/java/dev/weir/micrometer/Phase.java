package dev.weir.micrometer;

import dev.weir.event.LeaseFacts;
import java.time.Duration;
import java.util.function.Function;

/** A part of the time of a call, or all of it. */
enum Phase {
    TOTAL(LeaseFacts::total),
    BEFORE(LeaseFacts::before),
    QUEUE(LeaseFacts::waited),
    DIAL(LeaseFacts::dialed),
    FIRST_BYTE(LeaseFacts::firstByte),
    BODY(LeaseFacts::body);

    private final Function<LeaseFacts, Duration> time;

    Phase(Function<LeaseFacts, Duration> time) {
        this.time = time;
    }

    Duration of(LeaseFacts facts) {
        return time.apply(facts);
    }

    /** Tells whether a call came to it. */
    boolean isIn(LeaseFacts facts) {
        return switch (this) {
            case TOTAL -> true;
            case BEFORE, QUEUE, DIAL -> facts.outcome().isPresent();
            case FIRST_BYTE, BODY -> facts.status().isPresent();
        };
    }
}
