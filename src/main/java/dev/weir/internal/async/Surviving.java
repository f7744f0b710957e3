package dev.weir.internal.async;

import dev.weir.internal.callback.CallerErrors;
import org.apache.hc.core5.concurrent.FutureCallback;

/**
 * Tells a call that it can go on, and if that throws, fails the call: HttpClient would only pass the exception on to the
 * caller of the callback.
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
