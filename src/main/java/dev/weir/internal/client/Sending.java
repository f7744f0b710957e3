package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;

/**
 * The innermost step of every request: the connection is established, tunnel and TLS included, and the request is about
 * to be sent. Tells the call's deadline, because nobody else could tell a request that was sent from one that was not.
 */
final class Sending implements ExecChainHandler {

    static final String NAME = "weir-sending";

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        CallDeadline deadline = CallLimit.runningIn(scope.clientContext);
        if (deadline != null) {
            HttpEntity body = request.getEntity();
            if (body == null) {
                deadline.sent();
            } else {
                deadline.sending();
                request.setEntity(new SentBody(body, deadline));
            }
        }
        return chain.proceed(request, scope);
    }
}
