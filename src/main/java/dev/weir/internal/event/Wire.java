package dev.weir.internal.event;

/** Counts the bytes of a connection that carries one exchange at a time. */
public interface Wire {

    /**
     * Returns what was sent.
     *
     * @return bytes since the connection was opened
     */
    long sent();

    /**
     * Returns what was received.
     *
     * @return bytes since the connection was opened
     */
    long received();
}
