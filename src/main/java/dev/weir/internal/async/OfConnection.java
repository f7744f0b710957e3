package dev.weir.internal.async;

/** A handler for a connection of a pool, on a thread that other pools also use. */
interface OfConnection {

    /** Returns the connection whose events it handles. */
    AsyncConnection connection();
}
