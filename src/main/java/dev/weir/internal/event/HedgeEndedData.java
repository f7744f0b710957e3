package dev.weir.internal.event;

import dev.weir.event.HedgeEnded;
import dev.weir.event.HedgeOutcome;

/** See {@link HedgeEnded}. */
public record HedgeEndedData(String pool, String route, HedgeOutcome outcome) implements HedgeEnded {}
