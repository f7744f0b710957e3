package dev.weir.internal.jfr;

/**
 * Something that takes time and is being recorded. Used by one thread after the other.
 *
 * @param <E> what tells how it ended
 */
public interface Span<E> {

    /**
     * Notes its end, and records it if it took long enough.
     *
     * @param how how it ended
     */
    void end(E how);
}
