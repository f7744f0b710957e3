package dev.weir.internal.call;

import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The rest of a request body that the server did not wait for: its producer is not asked for it, but the call must learn
 * that it ended. It travels in the context of the call, for the thread that notes it.
 */
public final class Unwanted {

    private static final String NAME = "weir.unwanted";

    private Unwanted() {}

    /**
     * Notes it for the producer of the call.
     *
     * @param context the context of the call
     */
    public static void noteIn(HttpContext context) {
        context.setAttribute(NAME, Thread.currentThread());
    }

    /**
     * Tells whether it was noted by this thread, once. Calls on other threads may share the context.
     *
     * @param context the context of the call
     * @return whether the body is to end here, without what is left of it
     */
    public static boolean takeFrom(HttpContext context) {
        return context.getAttribute(NAME) == Thread.currentThread() && context.removeAttribute(NAME) != null;
    }
}
