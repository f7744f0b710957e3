package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/** Delegates to HttpClient's runtime of a call; subclasses override parts. Thread-safe, as the runtime is. */
abstract class DelegatingRuntime implements ExecRuntime {

    final ExecRuntime delegate;

    DelegatingRuntime(ExecRuntime delegate) {
        this.delegate = delegate;
    }

    @Override
    public void acquireEndpoint(String id, HttpRoute route, @Nullable Object state, HttpClientContext context)
            throws IOException {
        delegate.acquireEndpoint(id, route, state, context);
    }

    @Override
    public ExecRuntime fork(CancellableDependency dependency) {
        return delegate.fork(dependency);
    }

    @Override
    public boolean isExecutionAborted() {
        return delegate.isExecutionAborted();
    }

    @Override
    public boolean isEndpointAcquired() {
        return delegate.isEndpointAcquired();
    }

    @Override
    public void releaseEndpoint() {
        delegate.releaseEndpoint();
    }

    @Override
    public void discardEndpoint() {
        delegate.discardEndpoint();
    }

    @Override
    public boolean isEndpointConnected() {
        return delegate.isEndpointConnected();
    }

    @Override
    public void disconnectEndpoint() throws IOException {
        delegate.disconnectEndpoint();
    }

    @Override
    public void connectEndpoint(HttpClientContext context) throws IOException {
        delegate.connectEndpoint(context);
    }

    @Override
    public void upgradeTls(HttpClientContext context) throws IOException {
        delegate.upgradeTls(context);
    }

    @Override
    public @Nullable EndpointInfo getEndpointInfo() {
        return delegate.getEndpointInfo();
    }

    @Override
    public ClassicHttpResponse execute(String id, ClassicHttpRequest request, HttpClientContext context)
            throws IOException, HttpException {
        return delegate.execute(id, request, context);
    }

    @Override
    public ClassicHttpResponse execute(
            String id,
            ClassicHttpRequest request,
            @Nullable HttpResponseInformationCallback informationCallback,
            HttpClientContext context)
            throws IOException, HttpException {
        return delegate.execute(id, request, informationCallback, context);
    }

    @Override
    public boolean isConnectionReusable() {
        return delegate.isConnectionReusable();
    }

    @Override
    public void markConnectionReusable(@Nullable Object state, TimeValue validityTime) {
        delegate.markConnectionReusable(state, validityTime);
    }

    @Override
    public void markConnectionNonReusable() {
        delegate.markConnectionNonReusable();
    }
}
