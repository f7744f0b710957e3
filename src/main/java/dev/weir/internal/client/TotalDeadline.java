package dev.weir.internal.client;

import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.pool.ConnectionPool;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;

/**
 * Limits a call to {@code timeouts.total}, from the queue to the last byte of the body. It runs outside redirects and
 * retries, so that all of them share the time.
 */
final class TotalDeadline implements ExecChainHandler {

    static final String NAME = "weir-total";

    private final String pool;
    private final ConnectionPool connections;

    TotalDeadline(String pool, ConnectionPool connections) {
        this.pool = pool;
        this.connections = connections;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        long totalNanos = CallLimit.of(scope.clientContext, connections.totalNanos(scope.route));
        if (totalNanos == CallLimit.NONE) {
            CallLimit.running(scope.clientContext, null);
            return chain.proceed(request, scope);
        }
        CallDeadline deadline = new CallDeadline(pool, scope.route, totalNanos, scope.clientContext);
        CallLimit.running(scope.clientContext, deadline);
        return proceed(request, scope, chain, deadline);
    }

    // Canceling the caller's request cancels only HttpClient's own runtime. A fork of it is canceled by the deadline,
    // and the request cancels the deadline, so both can cancel the call.
    private static ClassicHttpResponse proceed(
            ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain, CallDeadline deadline)
            throws IOException, HttpException {
        if (scope.originalRequest instanceof CancellableDependency cancellable) {
            cancellable.setDependency(deadline);
        }
        ExecRuntime runtime = scope.execRuntime.fork(deadline);
        ExecChain.Scope bounded =
                new ExecChain.Scope(scope.exchangeId, scope.route, scope.originalRequest, runtime, scope.clientContext);
        boolean answered = false;
        deadline.start();
        try {
            ClassicHttpResponse response = bounded(chain.proceed(request, bounded), deadline, runtime);
            answered = true;
            return response;
        } catch (IOException | RuntimeException e) {
            throw deadline.ended(e);
        } finally {
            if (!answered) {
                deadline.stop();
                runtime.discardEndpoint();
            }
        }
    }

    private static ClassicHttpResponse bounded(
            ClassicHttpResponse response, CallDeadline deadline, ExecRuntime runtime) {
        HttpEntity body = response.getEntity();
        if (body == null || !body.isStreaming()) {
            deadline.stop();
            ServiceDefaults.giveBack(response, runtime);
        } else {
            deadline.enter(Phase.BODY);
            response.setEntity(new DeadlineEntity(body, deadline));
        }
        return response;
    }
}
