package dev.weir.internal.client;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ExecSupport;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HttpClient's asynchronous client, with a straight way for common requests: on a direct route, without a body, and without
 * authentication. All others go through HttpClient's chain. The two ways differ only in their cost and in HttpClient's log:
 * while that is on, all requests go through the chain. Thread-safe.
 */
final class AsyncStraightClient extends CloseableHttpAsyncClient implements Configurable {

    // HttpClient logs everything about a request below this name.
    private static final Logger OF_THE_CHAIN = LoggerFactory.getLogger("org.apache.hc.client5.http.impl.async");

    private static final Set<Class<?>> PRODUCERS = Set.of(BasicRequestProducer.class, SimpleRequestProducer.class);

    private final CloseableHttpAsyncClient chain;
    private final HttpRoutePlanner planner;
    private final ContextDefaults defaults;
    private final AsyncStraightParts parts;

    AsyncStraightClient(
            CloseableHttpAsyncClient chain,
            HttpRoutePlanner planner,
            ContextDefaults defaults,
            AsyncStraightParts parts) {
        this.chain = chain;
        this.planner = planner;
        this.defaults = defaults;
        this.parts = parts;
    }

    @Override
    protected <T> Future<T> doExecute(
            @Nullable HttpHost target,
            AsyncRequestProducer producer,
            AsyncResponseConsumer<T> consumer,
            @Nullable HandlerFactory<AsyncPushConsumer> pushes,
            @Nullable HttpContext given,
            @Nullable FutureCallback<T> callback) {
        HttpClientContext context = own(given);
        if (context != null && pushes == null && !OF_THE_CHAIN.isDebugEnabled()) {
            HttpRequest request = withoutBody(producer, context);
            if (request != null && isStraight(filled(request, target, context), context)) {
                return straight(request, target, context, producer, consumer, callback);
            }
        }
        return chain.execute(target, producer, ReleasedFirst.of(consumer), pushes, given, callback);
    }

    private static @Nullable HttpClientContext own(@Nullable HttpContext given) {
        if (given == null) {
            return new CallContext();
        }
        return given instanceof HttpClientContext own ? own : null;
    }

    // This asks only producers that can be asked twice.
    private static @Nullable HttpRequest withoutBody(AsyncRequestProducer producer, HttpContext context) {
        if (!PRODUCERS.contains(producer.getClass())) {
            return null;
        }
        Asked asked = new Asked();
        try {
            producer.sendRequest(asked, context);
        } catch (HttpException | IOException e) {
            return null; // the chain fails in the same way
        }
        return asked.request;
    }

    private static final class Asked implements RequestChannel {
        // Null if it has a body.
        private @Nullable HttpRequest request;

        @Override
        public void sendRequest(HttpRequest head, @Nullable EntityDetails body, HttpContext context) {
            request = body == null ? head : null;
        }
    }

    // Adds to a request, and to its context, what they leave to the client; returns the same request.
    private HttpRequest filled(HttpRequest request, @Nullable HttpHost target, HttpClientContext context) {
        if (target != null && request.getScheme() == null) {
            request.setScheme(target.getSchemeName());
        }
        if (target != null && request.getAuthority() == null) {
            request.setAuthority(new URIAuthority(target));
        }
        defaults.fill(context, request);
        return request;
    }

    private static boolean isStraight(HttpRequest request, HttpClientContext context) {
        return LeanProtocol.isPlain(request)
                && LeanProtocol.isWithoutAuthentication(context)
                && !Method.TRACE.isSame(request.getMethod());
    }

    private <T> Future<T> straight(
            HttpRequest request,
            @Nullable HttpHost target,
            HttpClientContext context,
            AsyncRequestProducer producer,
            AsyncResponseConsumer<T> consumer,
            @Nullable FutureCallback<T> callback) {
        ComplexFuture<T> future = new ComplexFuture<>(callback);
        try {
            HttpHost to = target != null ? target : RoutingSupport.determineHost(request);
            HttpRoute route = planner.determineRoute(to, request, context);
            if (!(context instanceof CallContext)) {
                context.setExchangeId(ExecSupport.getNextExchangeId());
            }
            parts.terms.apply(context);
            AsyncStraightCall call = new AsyncStraightCall(parts, route, request, context, future);
            call.begin(new CallEnd<>(producer, consumer, context, future, call));
        } catch (HttpException | IOException | IllegalStateException e) {
            future.failed(e);
        }
        return future;
    }

    @Override
    public RequestConfig getConfig() {
        return defaults.config();
    }

    @Override
    public void start() {
        chain.start();
    }

    @Override
    public IOReactorStatus getStatus() {
        return chain.getStatus();
    }

    @Override
    public void awaitShutdown(TimeValue time) throws InterruptedException {
        chain.awaitShutdown(time);
    }

    @Override
    public void initiateShutdown() {
        chain.initiateShutdown();
    }

    @Override
    @Deprecated
    public void register(String hostname, String uriPattern, Supplier<AsyncPushConsumer> supplier) {
        chain.register(hostname, uriPattern, supplier);
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    @Override
    public void close(CloseMode mode) {
        chain.close(mode);
    }
}
