package dev.weir.internal.client;

import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallDeadline;
import dev.weir.internal.http1.ExchangeFailures;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.RouteState;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;

/**
 * The outermost step of every request. It limits the call to {@code timeouts.total}, from the queue to the last byte of the
 * body, including redirects and retries; keeps the pool's defaults in force for requests with their own {@code
 * RequestConfig}; and releases the connection in the cases that HttpClient forgets.
 */
final class CallStep implements ExecChainHandler {

    static final String NAME = "weir-total";

    private final ConnectionPool connections;
    private final boolean withPaths;

    CallStep(ConnectionPool connections, boolean withPaths) {
        this.connections = connections;
        this.withPaths = withPaths;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        HttpClientContext context = scope.clientContext;
        withoutUpgrade(context);
        CancellableDependency caller =
                scope.originalRequest instanceof CancellableDependency cancellable ? cancellable : null;
        RouteState route = connections.route(scope.route);
        CallDeadline deadline =
                CallDeadline.of(connections.name(), scope.route, route.policy().totalNanos, route, context, null);
        Call call = Call.begin(context, scope.route, caller, deadline, null);
        if (deadline == null) {
            return named(request, scope, chain);
        }
        // Canceling the caller's request cancels only HttpClient's own runtime. A fork of it is canceled by the
        // deadline, and the request cancels the deadline, so both can cancel the call.
        if (caller != null) {
            caller.setDependency(deadline);
        }
        ExecRuntime runtime = scope.execRuntime.fork(deadline);
        ExecChain.Scope bounded =
                new ExecChain.Scope(scope.exchangeId, scope.route, scope.originalRequest, runtime, context);
        boolean isAnswered = false;
        deadline.start();
        try {
            ClassicHttpResponse response = named(request, bounded, chain);
            HttpEntity body = response.getEntity();
            isAnswered = body != null && body.isStreaming();
            if (isAnswered && !call.handOut()) {
                deadline.stop(); // its bytes do not come from a connection of the pool, or no longer
            }
            return response;
        } catch (IOException | RuntimeException e) {
            throw deadline.ended(e);
        } finally {
            if (!isAnswered) {
                deadline.stop();
                runtime.discardEndpoint();
            }
        }
    }

    private ClassicHttpResponse named(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        ExecRuntime runtime = scope.execRuntime;
        try {
            ClassicHttpResponse response = chain.proceed(request, scope);
            HttpEntity body = response.getEntity();
            if (body == null || !body.isStreaming()) {
                runtime.discardEndpoint(); // HttpClient forgets it when a proxy refuses CONNECT
            }
            return response;
        } catch (HttpException e) {
            throw ExchangeFailures.ofCall(e, scope.route, withPaths);
        } catch (IllegalStateException e) {
            boolean isTold = e instanceof CancellationException || e instanceof PoolClosedException;
            if (runtime.isExecutionAborted() && !isTold) { // its connection was gone just before it was to be used
                throw new RequestFailedException("Request aborted", e);
            }
            throw e;
        } catch (Error e) {
            runtime.discardEndpoint();
            throw e;
        }
    }

    // A RequestConfig for one request has the upgrade switched on unless its author switched it off.
    static void withoutUpgrade(HttpClientContext context) {
        RequestConfig config = context.getRequestConfigOrDefault();
        if (config.isProtocolUpgradeEnabled()) {
            context.setRequestConfig(
                    RequestConfig.copy(config).setProtocolUpgradeEnabled(false).build());
        }
    }
}
