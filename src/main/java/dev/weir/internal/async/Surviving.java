package dev.weir.internal.async;

import dev.weir.internal.callback.CallerErrors;
import org.apache.hc.core5.concurrent.FutureCallback;

/**
 * Lets a call go on, and fails the call if that throws: HttpClient would only pass the exception on to the code that invoked
 * the callback.
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
