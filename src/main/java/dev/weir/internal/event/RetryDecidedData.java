package dev.weir.internal.event;

import dev.weir.event.RetryDecided;
import dev.weir.event.RetryOutcome;

/** See {@link RetryDecided}. */
public record RetryDecidedData(String pool, String route, RetryOutcome outcome) implements RetryDecided {}
