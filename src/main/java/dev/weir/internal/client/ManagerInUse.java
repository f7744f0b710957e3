package dev.weir.internal.client;

import org.jspecify.annotations.Nullable;

/** Refuses a client that would not use the pool it is made for. Pure. */
final class ManagerInUse {

    private ManagerInUse() {}

    /**
     * Compares managers.
     *
     * @param pool the name of the pool
     * @param knob what may have put another manager in place of the pool's
     * @param ofThePool the pool's manager
     * @param inUse the manager that the builder of the client has
     * @throws IllegalArgumentException if the two differ
     */
    static void check(String pool, String knob, Object ofThePool, @Nullable Object inUse) {
        if (inUse != ofThePool) {
            throw new IllegalArgumentException(knob
                    + " must leave the connection manager to pool '" + pool + "', but calls setConnectionManager("
                    + (inUse == null ? "null" : inUse.getClass().getSimpleName())
                    + "): limits, timeouts, eviction and meters of the pool would not hold for the client. Remove the call;"
                    + " TLS, DNS and sockets are set on the builder of the pool");
        }
    }
}
