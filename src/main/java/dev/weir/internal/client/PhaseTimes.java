package dev.weir.internal.client;

import dev.weir.failure.TotalTimeoutException.Phase;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

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

    /** Returns the phases with the time spent in each; the last one lasts until now. */
    Map<Phase, Duration> until(Phase last, long nowNanos) {
        enter(phase, nowNanos);
        Map<Phase, Duration> times = new EnumMap<>(Phase.class);
        for (Phase each : PHASES) {
            long nanos = spentNanos[each.ordinal()];
            if (nanos > 0 || each == last) {
                times.put(each, Duration.ofNanos(nanos));
            }
        }
        return Collections.unmodifiableMap(times);
    }
}
