package dev.weir.internal.jfr;

/**
 * An operation that is being recorded. Used by one thread after another.
 *
 * @param <E> the type of its result
 */
public interface Span<E> {

    /**
     * Notes its end, and records it if it took long enough.
     *
     * @param how its result
     */
    void end(E how);
}
