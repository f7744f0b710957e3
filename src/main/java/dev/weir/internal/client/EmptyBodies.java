package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;

/** Lets HttpClient decode a body that is empty although its head names a coding; its decoders fail at the end of it. */
final class EmptyBodies implements ExecChainHandler {

    static final String NAME = "weir-empty-bodies";

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        ClassicHttpResponse response = chain.proceed(request, scope);
        HttpEntity body = response.getEntity();
        if (body != null
                && body.getContentEncoding() != null
                && scope.clientContext.getRequestConfigOrDefault().isContentCompressionEnabled()) {
            response.setEntity(Codings.decodable(body, Codings.readable(response, body)));
        }
        return response;
    }
}
