package dev.weir.internal.event;

import dev.weir.event.LeaseReleased;

/** See {@link LeaseReleased}. */
public record LeaseReleasedData(String pool, String route, long heldNanos) implements LeaseReleased {}
