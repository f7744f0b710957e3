package dev.weir.internal.client;

import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.pool.DialNotes;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The time that a call spent in each phase. Thread-safe: those that carry the call out tell, that of the alarms reads. */
@SuppressWarnings("EnumOrdinal") // like an EnumMap and an EnumSet, without their boxes
final class PhaseTimes {

    private static final Phase[] PHASES = Phase.values();

    /** A shorter phase counts toward the next one, so that a fast call needs no memory for its phases. */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ReentrantLock lock = new ReentrantLock();

    // All guarded by the lock; the phase is also read without it.
    private long @Nullable [] spentNanos;
    private long sinceNanos;
    // A bit for each phase.
    private int entered;

    /** The present one. */
    volatile Phase phase = Phase.QUEUE;

    PhaseTimes(long nowNanos) {
        this.sinceNanos = nowNanos;
        this.entered = 1 << Phase.QUEUE.ordinal();
    }

    void enter(Phase next, long nowNanos) {
        lock.lock();
        try {
            long nanos = nowNanos - sinceNanos;
            if (nanos >= SHORTEST_NANOS) {
                spentNanos()[phase.ordinal()] += nanos;
                sinceNanos = nowNanos;
            }
            entered |= 1 << next.ordinal();
            phase = next;
        } finally {
            lock.unlock();
        }
    }

    private long[] spentNanos() {
        long[] known = spentNanos;
        if (known == null) {
            known = new long[PHASES.length];
            spentNanos = known;
        }
        return known;
    }

    /** Returns the phase, refined by the dials that took part in it. */
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

    /** Returns the phases with the time spent in each, including the known parts of dials; the last one lasts until now. */
    Map<Phase, Duration> until(Phase last, long nowNanos, @Nullable DialNotes dials) {
        lock.lock();
        try {
            spentNanos()[phase.ordinal()] += nowNanos - sinceNanos;
            sinceNanos = nowNanos;
            entered |= 1 << last.ordinal();
            if (dials != null) {
                split(Phase.TLS, dials.handshakeNanos());
                split(Phase.DNS, dials.lookupNanos());
            }
            Map<Phase, Duration> times = new EnumMap<>(Phase.class);
            for (Phase each : PHASES) {
                if ((entered & 1 << each.ordinal()) != 0) {
                    times.put(each, Duration.ofNanos(spentNanos()[each.ordinal()]));
                }
            }
            return Collections.unmodifiableMap(times);
        } finally {
            lock.unlock();
        }
    }

    private void split(Phase part, long nanos) {
        if (nanos > 0) {
            long[] spent = spentNanos();
            long known = Math.min(nanos, spent[Phase.CONNECT.ordinal()]);
            spent[Phase.CONNECT.ordinal()] -= known;
            spent[part.ordinal()] += known;
            entered |= 1 << part.ordinal();
        }
    }

    /** Puts the time spent in each phase into words, as a sentence to add; empty if there was none. */
    static String text(Map<Phase, Duration> spent) {
        return spent.entrySet().stream()
                .map(entry -> entry.getValue().toMillis() + " ms " + entry.getKey())
                .collect(Collectors.joining(", ", spent.isEmpty() ? "" : " It spent ", spent.isEmpty() ? "" : "."));
    }
}
