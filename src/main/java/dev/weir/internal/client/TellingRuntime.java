package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.jspecify.annotations.Nullable;

/** HttpClient's runtime of a call, which tells when its request is first sent. For the thread of the call. */
final class TellingRuntime extends DelegatingRuntime {

    private final Runnable sent;
    private boolean isSent;

    /** Creates a runtime that tells once, before a request is sent. */
    TellingRuntime(ExecRuntime delegate, Runnable sent) {
        super(delegate);
        this.sent = sent;
    }

    /** Returns the scope of a call that goes on with this runtime, and with a context. */
    ExecChain.Scope in(ExecChain.Scope scope, HttpClientContext context) {
        return new ExecChain.Scope(scope.exchangeId, scope.route, scope.originalRequest, this, context);
    }

    private void note(ClassicHttpRequest request) {
        if (!isSent && !"CONNECT".equals(request.getMethod())) {
            isSent = true;
            sent.run();
        }
    }

    @Override
    public ClassicHttpResponse execute(String id, ClassicHttpRequest request, HttpClientContext context)
            throws IOException, HttpException {
        note(request);
        return super.execute(id, request, context);
    }

    @Override
    public ClassicHttpResponse execute(
            String id,
            ClassicHttpRequest request,
            @Nullable HttpResponseInformationCallback informationCallback,
            HttpClientContext context)
            throws IOException, HttpException {
        note(request);
        return super.execute(id, request, informationCallback, context);
    }
}
