package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.call.LeaseRequirements;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.jspecify.annotations.Nullable;

/**
 * HttpClient's runtime of a call. It leases connections on the terms of the call. Thread-safe, as the runtime is.
 *
 * <p>A step of the exec chain before {@code CONNECT} passes on {@code TermedRuntime.on(scope, terms)} in place of its own
 * scope. Nested steps may do so; then the strictest terms apply. A connection that the call already holds is not affected.
 */
final class TermedRuntime extends DelegatingRuntime {

    private final LeaseTerms terms;

    private TermedRuntime(ExecRuntime delegate, LeaseTerms terms) {
        super(delegate);
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
        return on(scope, new TermedRuntime(scope.execRuntime, terms));
    }

    private static ExecChain.Scope on(ExecChain.Scope scope, TermedRuntime runtime) {
        return new ExecChain.Scope(scope.exchangeId, scope.route, scope.originalRequest, runtime, scope.clientContext);
    }

    @Override
    public void acquireEndpoint(String id, HttpRoute route, @Nullable Object state, HttpClientContext context)
            throws IOException {
        delegate.acquireEndpoint(id, route, LeaseRequirements.of(state, terms), context);
    }

    @Override
    public ExecRuntime fork(CancellableDependency dependency) {
        return new TermedRuntime(delegate.fork(dependency), terms);
    }
}
