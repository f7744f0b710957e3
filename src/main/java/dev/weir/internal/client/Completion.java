package dev.weir.internal.client;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.jspecify.annotations.Nullable;

/**
 * Completes a call when its response is complete and HttpClient is finished with it, whichever comes last. The rest of the
 * request may still be on its way when the response is complete, and a completed call cannot be canceled. Thread-safe.
 */
final class Completion {

    private final AtomicReference<@Nullable FutureCallback<Void>> call = new AtomicReference<>();

    private volatile boolean whole;
    private volatile boolean released;

    /** Notes what to complete; the latest call wins. */
    void of(FutureCallback<Void> newCall) {
        call.set(newCall);
    }

    void whole() {
        whole = true;
        if (released) {
            complete();
        }
    }

    void released() {
        released = true;
        if (whole) {
            complete();
        }
    }

    private void complete() {
        FutureCallback<Void> ended = call.getAndSet(null); // both of them may find that they are last
        if (ended != null) {
            ended.completed(null);
        }
    }
}
