package dev.weir.internal.call;

import dev.weir.internal.event.CallNotes;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Where a call's context keeps the facts of its lease, if they are wanted. */
public final class LeaseNotes {

    private static final String NAME = "weir.lease-facts";

    private LeaseNotes() {}

    /**
     * Makes room for the facts of the next calls.
     *
     * @param context the context that they will be executed with
     * @return the facts
     */
    public static CallNotes in(HttpContext context) {
        return put(context, new CallNotes());
    }

    /**
     * Makes room for the facts of the next call, which its caller did not ask for.
     *
     * @param context the context that it will be executed with
     * @return the facts
     */
    public static CallNotes ofOneCallIn(HttpContext context) {
        return put(context, CallNotes.ofOneCall());
    }

    private static CallNotes put(HttpContext context, CallNotes facts) {
        context.setAttribute(NAME, facts);
        return facts;
    }

    /**
     * Returns the facts that a call is to leave.
     *
     * @param context the context that it is executed with
     * @return the facts; null if it leaves none
     */
    public static @Nullable CallNotes of(HttpContext context) {
        return context.getAttribute(NAME) instanceof CallNotes facts ? facts : null;
    }
}
