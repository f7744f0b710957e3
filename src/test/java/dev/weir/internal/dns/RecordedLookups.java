package dev.weir.internal.dns;

import dev.weir.event.LookupOutcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it hears. */
final class RecordedLookups implements DnsLookups {

    /** One report. */
    record Lookup(String host, LookupOutcome outcome, long nanos) {}

    private final List<Lookup> lookups = new CopyOnWriteArrayList<>();

    @Override
    public void lookup(String host, LookupOutcome outcome, long nanos) {
        lookups.add(new Lookup(host, outcome, nanos));
    }

    List<Lookup> all() {
        return List.copyOf(lookups);
    }

    List<LookupOutcome> outcomes() {
        return lookups.stream().map(Lookup::outcome).toList();
    }
}
