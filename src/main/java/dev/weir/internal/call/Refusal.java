package dev.weir.internal.call;

import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A request that the server has certainly not executed, although it processed others on the same connection meanwhile. It
 * travels in the context of the call.
 */
public final class Refusal {

    private static final String NAME = "weir.refusal";

    private static final Refusal AMID_PROGRESS = new Refusal();

    private Refusal() {}

    /**
     * Notes it for the outer steps.
     *
     * @param context the context of the call
     */
    public static void noteIn(HttpContext context) {
        context.setAttribute(NAME, AMID_PROGRESS);
    }

    /**
     * Tells, once, whether the server processed others.
     *
     * @param context the context of the call
     * @return whether that was noted
     */
    public static boolean takeFrom(HttpContext context) {
        return context.removeAttribute(NAME) != null;
    }
}
