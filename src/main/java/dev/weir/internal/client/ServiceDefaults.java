package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * The outermost step of every request. Keeps the pool's defaults in force where a request brings a {@code RequestConfig}
 * of its own, and gives the connection back where an {@code Error} passes, which HttpClient would forget.
 */
final class ServiceDefaults implements ExecChainHandler {

    static final String NAME = "weir-defaults";

    private final boolean protocolUpgrade;

    ServiceDefaults(boolean protocolUpgrade) {
        this.protocolUpgrade = protocolUpgrade;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        if (!protocolUpgrade) {
            withoutUpgrade(scope.clientContext);
        }
        try {
            return chain.proceed(request, scope);
        } catch (Error e) {
            scope.execRuntime.discardEndpoint();
            throw e;
        }
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
