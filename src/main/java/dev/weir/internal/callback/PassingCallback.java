package dev.weir.internal.callback;

import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.jspecify.annotations.Nullable;

/** Passes the result of an asynchronous call on, for steps of its chain that handle only a part of it. */
public abstract class PassingCallback implements AsyncExecCallback {

    private final AsyncExecCallback caller;

    /**
     * Creates one that passes everything on.
     *
     * @param caller the callback of the caller
     */
    protected PassingCallback(AsyncExecCallback caller) {
        this.caller = caller;
    }

    @Override
    public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
            throws HttpException, IOException {
        return caller.handleResponse(response, details);
    }

    @Override
    public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
        caller.handleInformationResponse(response);
    }

    @Override
    public void completed() {
        caller.completed();
    }

    @Override
    public void failed(Exception cause) {
        caller.failed(cause);
    }
}
