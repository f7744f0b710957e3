package dev.weir.internal.client;

import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.pool.DialNotes;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long a call was in which phase. For the thread of the call, but for the phase itself. */
@SuppressWarnings("EnumOrdinal") // as an EnumMap does it, without its boxes
final class PhaseTimes {

    private static final Phase[] PHASES = Phase.values();

    private final long[] spentNanos = new long[PHASES.length];
    private long sinceNanos;

    // Written by the thread of the call, read by that of the alarms.
    private volatile Phase phase = Phase.QUEUE;

    PhaseTimes(long nowNanos) {
        this.sinceNanos = nowNanos;
    }

    Phase phase() {
        return phase;
    }

    void enter(Phase next, long nowNanos) {
        spentNanos[phase.ordinal()] += nowNanos - sinceNanos;
        sinceNanos = nowNanos;
        phase = next;
    }

    /** Returns which phase it is, if dials that took part in it know better. */
    static Phase within(Phase phase, @Nullable DialNotes dials) {
        if (phase != Phase.CONNECT || dials == null) {
            return phase;
        }
        return switch (dials.last()) {
            case LOOKUP -> Phase.DNS;
            case CONNECT -> Phase.CONNECT;
            case HANDSHAKE -> Phase.TLS;
        };
    }

    /** Returns the phases with the time spent in each, what is known of dials included; the last one lasts until now. */
    Map<Phase, Duration> until(Phase last, long nowNanos, @Nullable DialNotes dials) {
        enter(phase, nowNanos);
        if (dials != null) {
            split(Phase.TLS, dials.handshakeNanos());
            split(Phase.DNS, dials.lookupNanos());
        }
        Map<Phase, Duration> times = new EnumMap<>(Phase.class);
        for (Phase each : PHASES) {
            long nanos = spentNanos[each.ordinal()];
            if (nanos > 0 || each == last) {
                times.put(each, Duration.ofNanos(nanos));
            }
        }
        return Collections.unmodifiableMap(times);
    }

    private void split(Phase part, long nanos) {
        long known = Math.min(nanos, spentNanos[Phase.CONNECT.ordinal()]);
        spentNanos[Phase.CONNECT.ordinal()] -= known;
        spentNanos[part.ordinal()] += known;
    }
}
