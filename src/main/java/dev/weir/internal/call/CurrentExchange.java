package dev.weir.internal.call;

import dev.weir.internal.callback.EndOfEvent;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** The exchange of a call on a connection, for the code that handles its response. */
public interface CurrentExchange {

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
     * Returns the latest exchange of a call.
     *
     * @param context the context of the call
     * @return the exchange; null if the response comes from no connection of a pool
     */
    static @Nullable CurrentExchange in(HttpContext context) {
        CallProgress call = CallProgress.of(context);
        return call == null ? null : call.exchange();
    }
}
