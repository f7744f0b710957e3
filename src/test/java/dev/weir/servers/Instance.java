package dev.weir.servers;

/** One run of a server, from its start to its end. Not thread-safe. */
interface Instance {

    /** Reads its configuration again, as administrators do after a change of it. */
    default void reload() {
        throw new UnsupportedOperationException();
    }

    /** Ends it in order. */
    void stop();

    /** Ends it at once, as a lack of memory does. */
    default void kill() {
        stop();
    }
}
