package dev.weir.internal.event;

import dev.weir.event.LeakReturned;

/** See {@link LeakReturned}. */
public record LeakReturnedData(String pool, String route, long heldNanos, String request, String callSite)
        implements LeakReturned {}
