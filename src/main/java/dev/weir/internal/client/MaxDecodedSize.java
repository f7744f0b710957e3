package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;

/** Limits the decoded size of responses for callers. Runs outside redirects, whose bodies no caller reads. */
final class MaxDecodedSize implements ExecChainHandler {

    static final String NAME = "weir-max-decoded-size";

    private final SizeLimit limit;

    MaxDecodedSize(SizeLimit limit) {
        this.limit = limit;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        ClassicHttpResponse response = chain.proceed(request, scope);
        HttpEntity body = response.getEntity();
        if (body != null) {
            response.setEntity(LimitedBody.of(body, limit, scope.execRuntime::discardEndpoint));
        }
        return response;
    }
}
