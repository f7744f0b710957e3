package dev.weir.internal.client;

import dev.weir.internal.pool.AsyncPool;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/**
 * The outermost step of every request that does not block: bounds the call by {@code timeouts.total}, from the queue to the
 * last byte of the body, redirects and retries included, and keeps the pool's defaults in force where a request brings a
 * {@code RequestConfig} of its own.
 */
final class AsyncDeadline implements AsyncExecChainHandler {

    static final String NAME = "weir-total";

    private final String pool;
    private final AsyncPool connections;
    private final boolean protocolUpgrade;
    private final PeerFailures failures;

    AsyncDeadline(String pool, AsyncPool connections, boolean protocolUpgrade, PeerFailures failures) {
        this.pool = pool;
        this.connections = connections;
        this.protocolUpgrade = protocolUpgrade;
        this.failures = failures;
    }

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        if (!protocolUpgrade) {
            withoutUpgrade(scope.clientContext);
        }
        Repeats.begin(scope.clientContext);
        AsyncEntityProducer fresh = body == null ? null : new FreshBody(body);
        long totalNanos = CallLimit.of(scope.clientContext, connections.core().totalNanos(scope.route));
        if (totalNanos == CallLimit.NONE) {
            CallLimit.running(scope.clientContext, null);
            chain.proceed(request, fresh, scope, new NamingCallback(callback, failures, scope.route));
            return;
        }
        AsyncCall call = new AsyncCall(pool, scope, totalNanos, callback, failures);
        CallLimit.running(scope.clientContext, call.deadline());
        call.proceed(request, fresh, chain);
    }

    // A RequestConfig made for one request has the upgrade switched on unless its author thought of it.
    private static void withoutUpgrade(HttpClientContext context) {
        RequestConfig config = context.getRequestConfigOrDefault();
        if (config.isProtocolUpgradeEnabled()) {
            context.setRequestConfig(
                    RequestConfig.copy(config).setProtocolUpgradeEnabled(false).build());
        }
    }
}
