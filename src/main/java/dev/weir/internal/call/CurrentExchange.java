package dev.weir.internal.call;

import dev.weir.internal.callback.EndOfEvent;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** The exchange of a call on a connection, for the code that handles its response: it travels in the context of the call. */
public interface CurrentExchange {

    /** Where it is in a context that has no field for it. */
    String NAME = "weir.exchange";

    /** A context that has a field for it, because the first attribute of a context costs a map. */
    interface Place {

        /**
         * Returns the exchange.
         *
         * @return the latest one; null if none has begun on a connection
         */
        @Nullable
        CurrentExchange exchange();

        /**
         * Replaces the exchange.
         *
         * @param latest the latest one; null for none
         */
        void exchange(@Nullable CurrentExchange latest);
    }

    /**
     * Returns whether nothing is left to send.
     *
     * @return whether the connection has all of the request
     */
    boolean isSentWhole();

    /**
     * Returns the end of the events of its connection.
     *
     * @return always the same
     */
    EndOfEvent endOfEvent();

    /**
     * Notes through what the caller holds the response, which it reads at its own pace.
     *
     * @param handle of the response
     */
    void heldBy(ResponseHandle handle);

    /**
     * Notes it for the code that handles the response.
     *
     * @param context the context of the call
     */
    default void noteIn(HttpContext context) {
        if (context instanceof Place place) {
            place.exchange(this);
        } else {
            context.setAttribute(NAME, this);
        }
    }

    /**
     * Returns what was noted.
     *
     * @param context the context of the call
     * @return the latest exchange; null if the response comes from no connection of a pool
     */
    static @Nullable CurrentExchange in(HttpContext context) {
        if (context instanceof Place place) {
            return place.exchange();
        }
        return context.getAttribute(NAME) instanceof CurrentExchange exchange ? exchange : null;
    }

    /**
     * Takes the note off a context.
     *
     * @param context the context of the call
     * @return what was noted; null if there was nothing
     */
    static @Nullable CurrentExchange takeFrom(HttpContext context) {
        CurrentExchange noted = in(context);
        if (context instanceof Place place) {
            place.exchange(null);
        } else {
            context.removeAttribute(NAME);
        }
        return noted;
    }
}
