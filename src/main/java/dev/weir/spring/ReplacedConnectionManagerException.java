package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/** Thrown when a customizer of the application puts another connection manager in place of the pool's. */
final class ReplacedConnectionManagerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private ReplacedConnectionManagerException() {
        super("A customizer of HttpClient's builder calls setConnectionManager and takes the connections away from"
                + " the pool");
    }

    static void check(@Nullable Object ofThePool, @Nullable Object inUse) {
        if (inUse != ofThePool) {
            throw new ReplacedConnectionManagerException();
        }
    }
}
