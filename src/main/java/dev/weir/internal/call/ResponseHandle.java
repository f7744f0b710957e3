package dev.weir.internal.call;

import java.lang.ref.WeakReference;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * The object through which a caller reads a response at its own pace, while the connection holds the rest of the call. When
 * it is garbage collected, no code is left to read or close the response. The context of the call refers to it. Thread-safe.
 */
public final class ResponseHandle {

    private static final String NAME = "weir.response-handle";

    // Written once, by the thread that hands out the response; null until then.
    private volatile @Nullable WeakReference<Object> held;

    /** Creates it for a response that is not handed out yet. */
    public ResponseHandle() {}

    /**
     * Notes the object through which the caller holds the response.
     *
     * @param handle reachable as long as the response can be read or closed
     */
    public void heldBy(Object handle) {
        held = new WeakReference<>(handle);
    }

    /**
     * Notes it for the exchange that receives the response.
     *
     * @param context the context of the call
     */
    public void noteIn(HttpContext context) {
        context.setAttribute(NAME, this);
    }

    /**
     * Removes the one of an earlier exchange.
     *
     * @param context the context of a call that begins an exchange
     */
    public static void forget(HttpContext context) {
        if (context.getAttribute(NAME) != null) {
            context.removeAttribute(NAME);
        }
    }

    /**
     * Tells whether the response of a call was handed out, and is no longer reachable.
     *
     * @param context the context of the call
     * @return whether the handle was garbage collected
     */
    public static boolean isLost(HttpContext context) {
        return context.getAttribute(NAME) instanceof ResponseHandle handle && handle.isCollected();
    }

    private boolean isCollected() {
        WeakReference<Object> reference = held;
        return reference != null && reference.get() == null;
    }
}
