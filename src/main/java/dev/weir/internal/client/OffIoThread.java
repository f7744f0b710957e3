package dev.weir.internal.client;

import dev.weir.internal.callback.CallbackExecutor;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.jspecify.annotations.Nullable;

/** Runs a caller's callback at the end of its call on a thread that no connection needs. As thread-safe as the callback. */
record OffIoThread<T>(FutureCallback<T> callback) implements FutureCallback<T> {

    /** A callback that takes no time, and so may be called on any thread. */
    interface Prompt {}

    /** Returns the callback to call in its place. */
    static <T> @Nullable FutureCallback<T> of(@Nullable FutureCallback<T> callback) {
        return callback == null || callback instanceof Prompt ? callback : new OffIoThread<>(callback);
    }

    @Override
    public void completed(T result) {
        CallbackExecutor.runOffIoThread(() -> callback.completed(result));
    }

    @Override
    public void failed(Exception cause) {
        CallbackExecutor.runOffIoThread(() -> callback.failed(cause));
    }

    @Override
    public void cancelled() {
        CallbackExecutor.runOffIoThread(callback::cancelled);
    }
}
