package dev.weir.internal.async;

/** What serves a connection of a pool, on a thread that other pools use, too. */
interface OfConnection {

    /** Returns whose events it hears. */
    AsyncConnection connection();
}
