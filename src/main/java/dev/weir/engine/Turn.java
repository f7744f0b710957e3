package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** A segment's place in the queue for the total limit. Guarded by the gate of {@link TotalLimit}. */
final class Turn<T, C extends ModalCloseable> {

    @Nullable
    Segment<T, C> previous;

    @Nullable
    Segment<T, C> next;

    // Becomes true behind the segment's gate only, so that the segment may trust a false that it reads there.
    volatile boolean queued;

    // How many places the segment had when it last asked for one.
    int share;
}
