package dev.weir.internal.pool;

import java.io.IOException;
import java.util.function.Consumer;

/** Opens connections that no caller has asked for, where that takes nothing from any caller. */
@FunctionalInterface
interface SpareDialer {

    /**
     * Begins a dial, if there is a place for its connection.
     *
     * @param whenEnded called once if the dial has begun, with whether the connection is there
     * @return whether the dial has begun
     */
    boolean dial(RouteState route, Consumer<Boolean> whenEnded) throws IOException;
}
