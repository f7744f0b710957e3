package dev.weir.internal.client;

import dev.weir.internal.callback.PassingCallback;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;

/** Names the peer in the failures of a call without a time limit; for other calls, the check of the limit does that. */
final class NamingCallback extends PassingCallback {

    private final PeerFailures failures;
    private final HttpRoute route;

    NamingCallback(AsyncExecCallback caller, PeerFailures failures, HttpRoute route) {
        super(caller);
        this.failures = failures;
        this.route = route;
    }

    @Override
    public void failed(Exception cause) {
        super.failed(failures.named(cause, route));
    }
}
