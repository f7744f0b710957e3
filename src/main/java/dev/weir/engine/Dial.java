package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** The dial of an entry's connection, from the permission for it to its end. Guarded by the segment's gate. */
final class Dial<T, C extends ModalCloseable> {

    /** When it was permitted or, once it has begun, when it began. */
    final long sinceNanos;

    /** Whether it has begun on its own thread; until then it is a permission that its caller may still return. */
    boolean begun;

    /** Whether it has lost its caller: the next one takes it over. */
    boolean isOrphan;

    /**
     * The wait of its caller; null if its caller dials itself or has not begun to wait, or if the dial is an orphan.
     */
    @Nullable
    DialWait<T, C> wait;

    /** Why it ended, until its caller asks. */
    @Nullable
    Throwable failure;

    Dial(long nowNanos) {
        this.sinceNanos = nowNanos;
    }

    boolean isUnderWay() {
        return begun && failure == null;
    }
}
