package dev.weir.event;

import java.util.Optional;

/**
 * A call of a pool's client has ended: its response was read or abandoned, or it failed. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface RequestEnded {

    /** {@return the pool's name} */
    String pool();

    /**
     * {@return the target of its last exchange, such as {@code https://recs:8443}; that of the request if there was no
     * exchange, and empty if that is not known either}
     */
    Optional<String> route();

    /** {@return the method of the last request, such as {@code GET}; empty if an asynchronous call has sent none} */
    Optional<String> method();

    /**
     * {@return status, failure, connection and phases of the call; the next call with the same context leaves them as they
     * are}
     */
    LeaseFacts facts();
}
