package dev.weir.chain;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.jspecify.annotations.Nullable;

/**
 * Something that a client is asked to do.
 *
 * @param name what it is
 * @param customizer how the client is built; null if it is built as usual
 * @param server what the server does
 * @param call what the caller does
 */
record Case(String name, @Nullable Consumer<HttpClientBuilder> customizer, Handler server, Call call) {

    @FunctionalInterface
    interface Call {
        /** Returns what the caller got. */
        Object make(CloseableHttpClient client, LoopbackServer server, HttpClientContext context) throws Exception;
    }

    void customize(HttpClientBuilder client) {
        if (customizer != null) {
            customizer.accept(client);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
