package dev.weir.testserver;

import java.nio.charset.StandardCharsets;

/** Answers the requests of a {@link LoopbackServer}, each on the thread of its connection. */
@FunctionalInterface
public interface Handler {

    /**
     * Answers one request; an {@code IOException} ends the connection, any other failure is answered with 500.
     *
     * @param exchange the request and the means to answer it
     * @throws Exception if the request cannot be answered
     */
    void handle(Exchange exchange) throws Exception;

    /** Returns a handler that answers every request with 200 and a text. */
    static Handler ok(String text) {
        return always(200, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a handler that gives every request the same response. */
    static Handler always(int status, byte[] body, String... headerNamesAndValues) {
        return exchange -> exchange.respond(status, body, headerNamesAndValues);
    }
}
