package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;

/**
 * The outermost step of every request. Keeps the pool's defaults in force for requests with their own {@code RequestConfig},
 * and releases the connection in the cases that HttpClient forgets.
 */
final class ServiceDefaults implements ExecChainHandler {

    static final String NAME = "weir-defaults";

    private final PeerFailures failures;

    ServiceDefaults(PeerFailures failures) {
        this.failures = failures;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Repeats.begin(scope.clientContext);
        withoutUpgrade(scope.clientContext);
        try {
            ClassicHttpResponse response = chain.proceed(request, scope);
            giveBack(response, scope.execRuntime);
            return response;
        } catch (HttpException e) {
            throw failures.named(e, scope.route);
        } catch (IllegalStateException e) {
            throw aborted(e, scope.execRuntime);
        } catch (Error e) {
            scope.execRuntime.discardEndpoint();
            throw e;
        }
    }

    private static IllegalStateException aborted(IllegalStateException failure, ExecRuntime runtime)
            throws IOException {
        if (Aborted.meaning(failure, runtime.isExecutionAborted()) instanceof IOException io) {
            throw io;
        }
        return failure;
    }

    /** Releases the connection after a complete response: HttpClient forgets it when a proxy refuses CONNECT. */
    static void giveBack(ClassicHttpResponse response, ExecRuntime runtime) {
        HttpEntity body = response.getEntity();
        if (body == null || !body.isStreaming()) {
            runtime.discardEndpoint();
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
