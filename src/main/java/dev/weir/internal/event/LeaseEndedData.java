package dev.weir.internal.event;

import dev.weir.event.LeaseEnded;
import dev.weir.event.LeaseOutcome;

/** See {@link LeaseEnded}. */
public record LeaseEndedData(String pool, String route, LeaseOutcome outcome, long waitNanos) implements LeaseEnded {}
