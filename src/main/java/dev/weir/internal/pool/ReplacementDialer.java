package dev.weir.internal.pool;

import dev.weir.engine.SpareNeed;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes connections that no caller has asked for: in the place of those that are to go, or that a route is to have. */
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
    Replacement take(RouteState route, SpareNeed need) throws IOException;

    /** Tells whether one connection may turn out to be enough for all requests, as far as that is known before. */
    boolean mayServeAll(RouteState route);
}
