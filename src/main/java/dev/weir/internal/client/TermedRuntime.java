package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.pool.LeaseWish;
import java.io.IOException;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * HttpClient's runtime of a call, which leases its connections on the terms of that call. Thread-safe, as the runtime is.
 *
 * <p>A step of the exec chain that stands before {@code CONNECT} passes on {@code TermedRuntime.on(scope, terms)} in place of
 * its own scope. Steps may do so one within another; then the strictest terms hold. A connection that the call holds already
 * stays what it is.
 */
final class TermedRuntime implements ExecRuntime {

    private final ExecRuntime delegate;
    private final LeaseTerms terms;

    private TermedRuntime(ExecRuntime delegate, LeaseTerms terms) {
        this.delegate = delegate;
        this.terms = terms;
    }

    /**
     * Asks for terms.
     *
     * @param scope the call
     * @param terms what its connections may have been through
     * @return the scope to go on with
     */
    static ExecChain.Scope on(ExecChain.Scope scope, LeaseTerms terms) {
        return new ExecChain.Scope(
                scope.exchangeId,
                scope.route,
                scope.originalRequest,
                new TermedRuntime(scope.execRuntime, terms),
                scope.clientContext);
    }

    @Override
    public void acquireEndpoint(String id, HttpRoute route, @Nullable Object state, HttpClientContext context)
            throws IOException {
        delegate.acquireEndpoint(id, route, LeaseWish.of(state, terms), context);
    }

    @Override
    public ExecRuntime fork(CancellableDependency dependency) {
        return new TermedRuntime(delegate.fork(dependency), terms);
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
