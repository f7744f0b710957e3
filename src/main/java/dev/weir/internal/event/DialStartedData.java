package dev.weir.internal.event;

import dev.weir.event.DialStarted;

/** See {@link DialStarted}. */
public record DialStartedData(String pool, String route) implements DialStarted {}
