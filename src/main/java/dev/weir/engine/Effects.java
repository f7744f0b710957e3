package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * What a step in a segment decided and what must be done after its gate is left: callers to be told, connections to be
 * closed, places under the total to be given to others. Used by one thread.
 */
final class Effects<T, C extends ModalCloseable> {

    private record Serving<T, C extends ModalCloseable>(Waiter<T, C> waiter, PoolEntry<T, C> entry) {}

    private final SegmentedPool<T, C> pool;
    private @Nullable List<PoolEntry<T, C>> discarded;
    private @Nullable List<Serving<T, C>> served;
    private int freed;
    private boolean starving;

    Effects(SegmentedPool<T, C> pool) {
        this.pool = pool;
    }

    void discard(PoolEntry<T, C> entry) {
        if (discarded == null) {
            discarded = new ArrayList<>(1);
        }
        discarded.add(entry);
    }

    void serve(Waiter<T, C> waiter, PoolEntry<T, C> entry) {
        if (served == null) {
            served = new ArrayList<>(1);
        }
        served.add(new Serving<>(waiter, entry));
    }

    void freePlace() {
        freed++;
    }

    void starve() {
        starving = true;
    }

    /** Does what was decided. To be called outside of any gate. */
    void apply(CloseMode mode) {
        if (freed > 0) {
            pool.total().give(freed);
        }
        if (served != null) {
            served.forEach(this::tell);
        }
        if (freed > 0 || starving) {
            pool.distribute();
        }
        if (discarded != null) {
            discarded.forEach(entry -> entry.discardConnection(mode));
        }
    }

    // A caller that gave up meanwhile does not take the entry, which must then go back.
    private void tell(Serving<T, C> serving) {
        if (!serving.waiter().completed(serving.entry())) {
            pool.release(serving.entry(), true);
        }
    }
}
