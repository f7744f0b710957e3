package dev.weir.internal.client;

import dev.weir.internal.identity.BoundLogin;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * The runtime of a call that may log a user in on its connection: the rounds of such a login keep their connection.
 * HttpClient releases it between them if a challenge has no body, as for every {@code HEAD}. As thread-safe as the inner
 * runtime only: the steps of a call use it one after another.
 */
final class LoginRuntime extends DelegatingRuntime {

    private final ExecChain.Scope scope;
    // Written and read by the thread of the call.
    private boolean isKept;

    private LoginRuntime(ExecRuntime delegate, ExecChain.Scope scope) {
        super(delegate);
        this.scope = scope;
    }

    static LoginRuntime of(ExecChain.Scope scope) {
        return new LoginRuntime(scope.execRuntime, scope);
    }

    /** Returns the scope to go on with. */
    ExecChain.Scope scope() {
        return new ExecChain.Scope(scope.exchangeId, scope.route, scope.originalRequest, this, scope.clientContext);
    }

    @Override
    public void markConnectionReusable(@Nullable Object state, TimeValue validityTime) {
        isKept = false;
        super.markConnectionReusable(state, validityTime);
    }

    @Override
    public void releaseEndpoint() {
        isKept = isChallenged();
        if (!isKept) {
            super.releaseEndpoint();
        }
    }

    private boolean isChallenged() {
        HttpClientContext context = scope.clientContext;
        HttpResponse response = context.getResponse();
        int status = response == null ? 0 : response.getCode();
        return (status == HttpStatus.SC_UNAUTHORIZED || status == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED)
                && BoundLogin.isInContext(scope.route, context.getRequest(), context);
    }

    /** Releases the connection that an abandoned login has kept. */
    void end() {
        if (isKept) {
            isKept = false;
            super.releaseEndpoint();
        }
    }
}
