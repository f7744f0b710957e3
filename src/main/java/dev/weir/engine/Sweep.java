package dev.weir.engine;

import java.util.function.Predicate;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;

/** Shows each idle entry of a segment to a test and closes those that it picks, some at a time. Used by one thread. */
final class Sweep<T, C extends ModalCloseable> {

    private final SegmentedPool<T, C> pool;
    private final Segment<T, C> segment;
    private final Predicate<PoolEntry<T, C>> mustGo;

    Sweep(SegmentedPool<T, C> pool, Segment<T, C> segment, Predicate<PoolEntry<T, C>> mustGo) {
        this.pool = pool;
        this.segment = segment;
        this.mustGo = mustGo;
    }

    void run() {
        Walk<T, C> walk = segment.beginSweep();
        try {
            boolean more = true;
            while (more) {
                more = step(walk);
            }
        } finally {
            segment.endSweep(walk);
        }
    }

    private boolean step(Walk<T, C> walk) {
        Effects<T, C> effects = pool.effects();
        try {
            return segment.sweep(walk, mustGo, effects);
        } finally {
            pool.distribution().settle(effects);
        }
    }
}
