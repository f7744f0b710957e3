package dev.weir.micrometer;

import dev.weir.event.LeaseFacts;
import java.time.Duration;

/** A part of the time of a call, or all of it. */
enum Phase {
    TOTAL,
    BEFORE,
    QUEUE,
    DIAL,
    FIRST_BYTE,
    BODY;

    Duration of(LeaseFacts facts) {
        return switch (this) {
            case TOTAL -> facts.total();
            case BEFORE -> facts.before();
            case QUEUE -> facts.waited();
            case DIAL -> facts.dialed();
            case FIRST_BYTE -> facts.firstByte();
            case BODY -> facts.body();
        };
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
