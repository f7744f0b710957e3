package dev.weir.ways;

import dev.weir.HttpPoolBuilder;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.util.function.Consumer;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/**
 * Something that a client is asked to do.
 *
 * @param name what it is
 * @param pool how the pool is built
 * @param server what the server does
 * @param call what the caller does
 */
record WayCase(String name, Consumer<HttpPoolBuilder> pool, Handler server, Call call) {

    @FunctionalInterface
    interface Call {
        /** Returns what the caller got. */
        Object make(WayPool pool, LoopbackServer server, HttpClientContext context) throws Exception;
    }

    @Override
    public String toString() {
        return name;
    }
}
