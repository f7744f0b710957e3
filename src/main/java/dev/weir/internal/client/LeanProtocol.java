package dev.weir.internal.client;

import dev.weir.internal.identity.BoundLogin;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.jspecify.annotations.Nullable;

/**
 * HttpClient's {@code PROTOCOL} step without its preparations for authentication, if nothing requires any: for each request
 * HttpClient splits the path and makes a map of states. A challenge of the server goes to HttpClient's own step, like the
 * result of its own request. Stateless.
 */
final class LeanProtocol implements ExecChainHandler {

    private final ExecChainHandler full;

    /**
     * Creates the step.
     *
     * @param full HttpClient's own
     */
    LeanProtocol(ExecChainHandler full) {
        this.full = full;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        if (!isPlain(request) || !isWithoutAuthentication(scope)) {
            return withAuthentication(request, scope, chain);
        }
        ClassicHttpResponse response = proceed(request, scope, chain);
        if (isChallenge(response)) {
            return withAuthentication(request, scope, new Answered(response, chain));
        }
        HttpEntity body = response.getEntity();
        if (body != null && body.isStreaming()) {
            response.setEntity(new ReleasingBody(body, scope.execRuntime, null));
        }
        return response;
    }

    private ClassicHttpResponse withAuthentication(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        LoginRuntime runtime = LoginRuntime.of(scope);
        ClassicHttpResponse response = full.execute(request, runtime.scope(), chain);
        runtime.end();
        return response;
    }

    private static ClassicHttpResponse proceed(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        try {
            return chain.proceed(request, scope);
        } catch (IOException | HttpException | RuntimeException e) {
            scope.execRuntime.discardEndpoint();
            throw e;
        }
    }

    // The full step completes, refuses or wraps everything else.
    static boolean isPlain(ClassicHttpRequest request) {
        HttpEntity body = request.getEntity();
        return (body == null || body.isRepeatable()) && isPlain((HttpRequest) request);
    }

    /** The same check without the body. */
    static boolean isPlain(HttpRequest request) {
        String path = request.getPath();
        return request.getScheme() != null
                && request.getAuthority() != null
                && request.getAuthority().getUserInfo() == null
                && isName(request.getAuthority().getHostName())
                && path != null
                && path.startsWith("/")
                && !Method.CONNECT.isSame(request.getMethod());
    }

    private static boolean isName(String host) {
        for (int i = 0; i < host.length(); i++) {
            if (Character.isWhitespace(host.charAt(i)) || Character.isISOControl(host.charAt(i))) {
                return false;
            }
        }
        return !host.isEmpty();
    }

    private static boolean isWithoutAuthentication(ExecChain.Scope scope) {
        return scope.route.getProxyHost() == null && isWithoutAuthentication(scope.clientContext);
    }

    static boolean isWithoutAuthentication(HttpClientContext context) {
        return context.getAuthCache() == null && !BoundLogin.hasAuthExchanges(context);
    }

    private static boolean isChallenge(ClassicHttpResponse response) {
        return response.getCode() == HttpStatus.SC_UNAUTHORIZED
                || response.getCode() == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED;
    }

    /** Returns the existing response first, and proceeds with the chain after that. Not thread-safe, like any chain. */
    private static final class Answered implements ExecChain {
        private final ExecChain chain;

        // Null once it was given.
        private @Nullable ClassicHttpResponse answer;

        Answered(ClassicHttpResponse answer, ExecChain chain) {
            this.answer = answer;
            this.chain = chain;
        }

        @Override
        public ClassicHttpResponse proceed(ClassicHttpRequest request, Scope scope) throws IOException, HttpException {
            ClassicHttpResponse given = answer;
            if (given == null) {
                return chain.proceed(request, scope);
            }
            answer = null;
            return given;
        }
    }
}
