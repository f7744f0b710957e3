package dev.weir.internal.traffic;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/** What happened on a route in some minutes. Thread-safe. */
final class Period {

    final Counter<LeaseOutcome> leases = new Counter<>(LeaseOutcome.values());
    final Counter<CloseCause> closed = new Counter<>(CloseCause.values());
    final Counter<DialOutcome> dials = new Counter<>(DialOutcome.values());
    final LongAdder usedOnce = new LongAdder();
    final LongAdder usesOfClosed = new LongAdder();
    final LongAdder readTimeouts = new LongAdder();
    final LongAdder cutCalls = new LongAdder();
    final Times.Recorder held = new Times.Recorder();
    final Times.Recorder waited = new Times.Recorder();
    final Times.Recorder dialed = new Times.Recorder();
    private final AtomicInteger peakInUse = new AtomicInteger();

    void inUse(int inUse) {
        if (inUse > peakInUse.get()) {
            peakInUse.accumulateAndGet(inUse, Math::max);
        }
    }

    int peakInUse() {
        return peakInUse.get();
    }

    /** Counts by kind. */
    static final class Counter<E extends Enum<E>> {

        private final E[] kinds;
        private final AtomicIntegerArray counts;

        Counter(E[] kinds) {
            this.kinds = kinds;
            this.counts = new AtomicIntegerArray(kinds.length);
        }

        @SuppressWarnings("EnumOrdinal") // an index into an array of this process
        void increment(E kind) {
            counts.getAndIncrement(kind.ordinal());
        }

        /** Returns the counts above zero. */
        Map<E, Long> counts() {
            Map<E, Long> above = new HashMap<>();
            for (int i = 0; i < kinds.length; i++) {
                int count = counts.get(i);
                if (count > 0) {
                    above.put(kinds[i], (long) count);
                }
            }
            return above;
        }
    }
}
