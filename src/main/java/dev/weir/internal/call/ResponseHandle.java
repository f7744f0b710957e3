package dev.weir.internal.call;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The object through which a caller reads a response at its own pace, while the connection holds the rest of the call. When
 * it is garbage collected, no code is left to read or close the response. Thread-safe.
 */
public final class ResponseHandle {

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
     * Tells whether the response was handed out, and is no longer reachable.
     *
     * @return whether the object was garbage collected
     */
    public boolean isCollected() {
        WeakReference<Object> reference = held;
        return reference != null && reference.get() == null;
    }
}
