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
 * The runtime of a call that may log its connection in: the rounds of such a login keep their connection. HttpClient gives
 * it back between them where a challenge comes without a body, as each one to {@code HEAD} does. Not thread-safe but for
 * what the runtime below is: the steps of a call use it one after another.
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

    /** Gives the connection back that a login has kept which goes on no further. */
    void end() {
        if (isKept) {
            isKept = false;
            super.releaseEndpoint();
        }
    }
}
