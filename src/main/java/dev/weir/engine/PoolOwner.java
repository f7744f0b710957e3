package dev.weir.engine;

import dev.weir.event.CloseCause;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;

/**
 * What the owner of a pool knows of its connections. Asked mostly while the gate of a segment is held, so that
 * each response must be quick, must not fail and must not call the pool, except {@link #trimIdle} and {@link #close}.
 *
 * @param <C> the connection
 */
public interface PoolOwner<C extends ModalCloseable> {

    /**
     * Returns the grade of a connection that becomes idle.
     *
     * @param connection the connection
     * @return the grade
     */
    ReuseGrade grade(C connection);

    /**
     * Closes a connection that leaves the pool. Called without holding a gate.
     *
     * @param connection the connection
     * @param cause why, unless the owner knows better
     * @param mode how
     */
    default void close(C connection, CloseCause cause, CloseMode mode) {
        connection.close(mode);
    }

    /**
     * Closes idle entries when there are too many over all routes; {@link SegmentedPool#surplusIdle} returns how many. Run
     * by the thread that released the entry above the limit, without holding a gate.
     */
    default void trimIdle() {}
}
