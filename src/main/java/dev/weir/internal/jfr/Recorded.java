package dev.weir.internal.jfr;

import dev.weir.event.PoolEvent;
import org.jspecify.annotations.Nullable;

/** Begins events that a recording wants. Only for a runtime with the module {@code jdk.jfr}. */
final class Recorded {

    // Never recorded: they tell whether their type is wanted, which costs no new object.
    static final RequestSpan REQUEST = new RequestSpan();
    static final LeaseMoment LEASE = new LeaseMoment();
    static final CloseMoment CLOSE = new CloseMoment();
    private static final DialSpan DIAL = new DialSpan();
    private static final LookupSpan LOOKUP = new LookupSpan();

    private Recorded() {}

    static @Nullable Span<PoolEvent.RequestEnded> request() {
        if (!REQUEST.isEnabled()) {
            return null;
        }
        RequestSpan span = new RequestSpan();
        span.begin();
        return span;
    }

    static @Nullable Span<PoolEvent.DialEnded> dial() {
        if (!DIAL.isEnabled()) {
            return null;
        }
        DialSpan span = new DialSpan();
        span.begin();
        return span;
    }

    static @Nullable Span<PoolEvent.NameLookedUp> lookup() {
        if (!LOOKUP.isEnabled()) {
            return null;
        }
        LookupSpan span = new LookupSpan();
        span.begin();
        return span;
    }
}
