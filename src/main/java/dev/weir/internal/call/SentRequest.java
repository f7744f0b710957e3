package dev.weir.internal.call;

import org.apache.hc.core5.http.protocol.HttpContext;

/** How much of a request was sent, for the code that handles its response: it travels in the context of the call. */
public interface SentRequest {

    /** Where it is in the context. */
    String NAME = "weir.sent-request";

    /**
     * Returns whether nothing is left to send.
     *
     * @return whether the connection has all of it
     */
    boolean isSentWhole();

    /**
     * Notes it for the code that handles the response.
     *
     * @param context the context of the call
     */
    default void noteIn(HttpContext context) {
        context.setAttribute(NAME, this);
    }

    /**
     * Takes the note off a context.
     *
     * @param context the context of the call
     * @return whether all of the request was sent on a connection of a pool
     */
    static boolean takeWhole(HttpContext context) {
        return context.removeAttribute(NAME) instanceof SentRequest request && request.isSentWhole();
    }
}
