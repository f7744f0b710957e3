package dev.weir.internal.pool;

import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes connections that no caller has asked for, in the place of those that are to go. */
interface ReplacementDialer {

    /** A place in the pool, for a connection that is to be dialed. */
    interface Replacement {
        /**
         * Begins the dial; if that is impossible, it gives the place back.
         *
         * @param whenEnded told, once, whether the connection is there
         * @return whether the dial has begun
         */
        boolean dial(Consumer<Boolean> whenEnded);
    }

    /** Takes a place on a route; null if there is none. */
    @Nullable
    Replacement take(RouteState route) throws IOException;
}
