package dev.weir.internal.async;

import org.jspecify.annotations.Nullable;

/** A handler for a connection of a pool, on a thread that other pools also use. */
interface OfConnection {

    /** Returns the connection whose events it handles; null for a socket without one. */
    @Nullable
    AsyncConnection connection();
}
