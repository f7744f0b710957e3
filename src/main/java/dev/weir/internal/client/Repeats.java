package dev.weir.internal.client;

import dev.weir.internal.call.StaleReuse;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Keeps count, in the context of a call, of the one repeat after a failure of the connection that each call has. */
final class Repeats {

    private static final String NAME = "weir.repeated";

    private Repeats() {}

    /** Begins a call. The context may have served another one before. */
    static void begin(HttpContext context) {
        if (isSpent(context)) {
            context.removeAttribute(NAME);
        }
        StaleReuse.takeFrom(context); // of an earlier call, whose failure never came to whoever would have taken it
    }

    static boolean isSpent(HttpContext context) {
        return context.getAttribute(NAME) != null;
    }

    static void spend(HttpContext context) {
        context.setAttribute(NAME, true);
    }
}
