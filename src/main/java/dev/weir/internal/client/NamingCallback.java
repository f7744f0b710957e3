package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Names the peer in the failures of a call that has no time limit; those of others are named where the limit is looked at.
 *
 * @param caller who is told
 * @param failures how
 * @param route where the call goes
 */
record NamingCallback(AsyncExecCallback caller, PeerFailures failures, HttpRoute route) implements AsyncExecCallback {

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
        caller.failed(failures.named(cause, route));
    }
}
