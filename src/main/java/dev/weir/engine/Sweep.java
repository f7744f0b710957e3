package dev.weir.engine;

import java.util.function.Predicate;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;

/** Tests each idle entry of a segment and closes those that the test picks, some at a time. Used by one thread. */
final class Sweep<T, C extends ModalCloseable> {

    /** How many entries it looks at before it lets others in. */
    private static final int STEP = 64;

    private final PoolState<T, C> pool;
    private final Segment<T, C> segment;
    private final Predicate<PoolEntry<T, C>> mustGo;

    Sweep(PoolState<T, C> pool, Segment<T, C> segment, Predicate<PoolEntry<T, C>> mustGo) {
        this.pool = pool;
        this.segment = segment;
        this.mustGo = mustGo;
    }

    void run() {
        IdleCursor<T, C> cursor = segment.visit(Entries::idleCursor);
        try {
            boolean more = true;
            while (more) {
                more = step(cursor);
            }
        } finally {
            segment.end(cursor);
        }
    }

    private boolean step(IdleCursor<T, C> cursor) {
        Effects<T, C> effects = new Effects<>(pool.total, CloseMode.GRACEFUL);
        try {
            return segment.sweep(entries -> step(cursor, entries, effects), effects);
        } finally {
            pool.distribution.settle(effects);
        }
    }

    // Returns whether there may be more.
    private boolean step(IdleCursor<T, C> cursor, Entries<T, C> entries, Effects<T, C> effects) {
        for (int seen = 0; seen < STEP; seen++) {
            Slot<T, C> slot = cursor.next();
            if (slot == null) {
                return false;
            }
            if (mustGo.test(slot.entry)) {
                entries.dropIdle(slot, effects);
            }
        }
        return true;
    }
}
