package dev.weir.internal.event;

import dev.weir.event.KeepAliveLearned;

/** See {@link KeepAliveLearned}. */
public record KeepAliveLearnedData(String pool, String route, long idleNanos) implements KeepAliveLearned {}
