package dev.weir.internal.async;

import dev.weir.internal.callback.CallerErrors;
import org.apache.hc.core5.concurrent.FutureCallback;

/**
 * Tells a call that it can go on; if it fails by that, tells it so, because nobody else would: HttpClient hands on what is
 * thrown to whoever has called back.
 */
record Surviving<T>(FutureCallback<T> call) implements FutureCallback<T> {

    @Override
    public void completed(T result) {
        try {
            call.completed(result);
        } catch (Throwable e) {
            call.failed(CallerErrors.asException(e));
        }
    }

    @Override
    public void failed(Exception cause) {
        call.failed(cause);
    }

    @Override
    public void cancelled() {
        call.cancelled();
    }
}
