package dev.weir.internal.pool;

import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.internal.dns.DnsLookups;
import dev.weir.internal.jfr.FlightRecorder;
import java.time.Duration;
import java.util.function.Consumer;

/** Reports lookups to the listeners of a pool and to the flight recorder. Thread-safe. */
final class PoolLookups implements DnsLookups {

    private final PoolEvents events;

    PoolLookups(PoolEvents events) {
        this.events = events;
    }

    @Override
    public void lookup(String host, Outcome outcome, long nanos) {
        events.nameLookedUp(host, LookupOutcome.valueOf(outcome.name()), nanos);
    }

    @Override
    public DnsLookups begin() {
        Consumer<PoolEvent.NameLookedUp> span = FlightRecorder.lookup();
        return span == null ? this : (host, outcome, nanos) -> recorded(span, host, outcome, nanos);
    }

    private void recorded(Consumer<PoolEvent.NameLookedUp> span, String host, Outcome outcome, long nanos) {
        span.accept(new PoolEvent.NameLookedUp(
                events.pool(), host, LookupOutcome.valueOf(outcome.name()), Duration.ofNanos(nanos)));
        lookup(host, outcome, nanos);
    }
}
