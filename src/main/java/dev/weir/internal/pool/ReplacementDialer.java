package dev.weir.internal.pool;

import dev.weir.engine.SpareNeed;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections that no caller has asked for: replacements of those that must close, or idle ones that a route must
 * have.
 */
interface ReplacementDialer {

    /** A place in the pool for a connection to be dialed. */
    interface Replacement {
        /**
         * Begins the dial; if that is impossible, it gives the place back.
         *
         * @param whenEnded called once, with whether the connection is there
         * @return whether the dial has begun
         */
        boolean dial(Consumer<Boolean> whenEnded);
    }

    /** Takes a place on a route; null if there is none. */
    @Nullable
    Replacement take(RouteState route, SpareNeed need) throws IOException;

    /** Tells whether one connection may be enough for all requests, as far as known in advance. */
    boolean mayServeAll(RouteState route);

    /** Tells whether there may be more connections than the requests need, because they share them. */
    boolean mayHaveMore(RouteState route);
}
