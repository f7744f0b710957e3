package dev.weir.internal.client;

import dev.weir.failure.TotalTimeoutException.Phase;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.jspecify.annotations.Nullable;

/**
 * The innermost step of every request: the connection is established, including tunnel and TLS, and the request is about to
 * be sent. It tells the call's deadline, because no other step could distinguish a sent request from an unsent one.
 */
final class Sending implements ExecChainHandler {

    static final String NAME = "weir-sending";

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        note(request, CallLimit.runningIn(scope.clientContext));
        ClassicHttpResponse response = chain.proceed(request, scope);
        OriginChallenge.hide(response, scope.route, scope.clientContext);
        return response;
    }

    /**
     * Tells a deadline that a request goes out now, and when its body is sent; does nothing without a deadline.
     */
    static void note(ClassicHttpRequest request, @Nullable CallDeadline deadline) {
        HttpEntity body = request.getEntity();
        if (deadline == null) {
            return;
        }
        if (body == null) {
            deadline.enter(Phase.RESPONSE);
        } else {
            deadline.enter(Phase.REQUEST);
            request.setEntity(new SentBody(body, deadline));
        }
    }
}
