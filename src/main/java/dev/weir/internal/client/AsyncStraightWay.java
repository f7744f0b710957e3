package dev.weir.internal.client;

import dev.weir.internal.identity.UserTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hc.client5.http.ConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.UserTokenHandler;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.async.AsyncConnectExec;
import org.apache.hc.client5.http.impl.async.AsyncHttpRequestRetryExec;
import org.apache.hc.client5.http.impl.async.AsyncProtocolExec;
import org.apache.hc.client5.http.impl.async.AsyncRedirectExec;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.ContentCompressionAsyncExec;
import org.apache.hc.client5.http.nio.AsyncClientConnectionManager;
import org.apache.hc.client5.http.protocol.RedirectStrategy;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out, once per asynchronous client, whether its common requests can take the straight way, as {@link StraightWay}
 * does for blocking clients.
 *
 * @param pool the name of the pool
 * @param manager its manager
 * @param terms its terms for every call
 * @param tokens whose connections a request may use
 * @param reuse the terms of requests that could not be replayed
 */
record AsyncStraightWay(
        String pool, AsyncClientConnectionManager manager, CallTerms terms, UserTokens tokens, ReuseTerms reuse) {

    private static final Logger LOG = LoggerFactory.getLogger(AsyncStraightWay.class);

    // Not public.
    private static final String EXCHANGE = "org.apache.hc.client5.http.impl.async.HttpAsyncMainClientExec";

    private static final Set<Class<? extends AsyncExecChainHandler>> STEPS = Set.of(
            AfterDecoding.class,
            ContentCompressionAsyncExec.class,
            BeforeDecoding.class,
            AsyncRetryStep.class,
            AsyncReplay.class,
            AsyncProtocolExec.class,
            UnansweredChallenge.class,
            AsyncConnectExec.class);

    /** Gives a client the straight way, if there is one; else returns the client that was given. */
    CloseableHttpAsyncClient before(CloseableHttpAsyncClient chain) {
        try {
            Class<?> type = chain.getClass();
            HttpRoutePlanner planner = required(chain, type, "routePlanner", HttpRoutePlanner.class);
            List<AsyncExecChainHandler> steps = steps(chain);
            return isOpen(steps) && StraightWay.knows(planner)
                    ? new AsyncStraightClient(chain, planner, ContextDefaults.of(chain), parts(chain, steps))
                    : chain;
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Where fields may not be read, each request costs a little more; nothing else changes.
            LOG.debug("All asynchronous requests of pool '{}' go through HttpClient's chain", pool, e);
            return chain;
        }
    }

    private static List<AsyncExecChainHandler> steps(CloseableHttpAsyncClient chain)
            throws ReflectiveOperationException {
        List<AsyncExecChainHandler> steps = new ArrayList<>();
        Object element = Internals.read(chain, chain.getClass().getSuperclass(), "execChain", Object.class);
        while (element != null) {
            steps.add(required(element, element.getClass(), "handler", AsyncExecChainHandler.class));
            element = Internals.read(element, element.getClass(), "next", Object.class);
        }
        return steps;
    }

    // A straight call itself does the work of the steps around the whole call.
    private static boolean isOpen(List<AsyncExecChainHandler> steps) throws ReflectiveOperationException {
        if (!(steps.get(0) instanceof AsyncDeadline)) {
            return false;
        }
        for (AsyncExecChainHandler step : steps.subList(1, steps.size())) {
            if (!isInner(step)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInner(AsyncExecChainHandler step) throws ReflectiveOperationException {
        if (step instanceof AsyncRedirectExec) {
            RedirectStrategy strategy =
                    required(step, AsyncRedirectExec.class, "redirectStrategy", RedirectStrategy.class);
            return strategy.getClass() == DefaultRedirectStrategy.class;
        }
        if (step instanceof AsyncHttpRequestRetryExec) {
            return required(step, AsyncHttpRequestRetryExec.class, "retryStrategy", HttpRequestRetryStrategy.class)
                    instanceof ServiceRetryStrategy;
        }
        return STEPS.contains(step.getClass()) || isExchange(step);
    }

    private static boolean isExchange(AsyncExecChainHandler step) {
        return step.getClass().getName().equals(EXCHANGE);
    }

    private AsyncStraightParts parts(CloseableHttpAsyncClient chain, List<AsyncExecChainHandler> steps)
            throws ReflectiveOperationException {
        Class<?> type = chain.getClass().getSuperclass();
        return new AsyncStraightParts(
                manager,
                terms,
                rules(steps.get(steps.size() - 1)),
                tokens,
                acceptEncoding(step(ContentCompressionAsyncExec.class, steps)),
                reuse,
                continuation(steps.subList(1, steps.size())),
                required(chain, type, "scheduler", AsyncExecChain.Scheduler.class));
    }

    private static AsyncContinuation continuation(List<AsyncExecChainHandler> inner) {
        return new AsyncContinuation(inner, inner.indexOf(Objects.requireNonNull(step(AsyncConnectExec.class, inner))));
    }

    private static AsyncStraightParts.Rules rules(AsyncExecChainHandler exchange) throws ReflectiveOperationException {
        Class<?> type = exchange.getClass();
        return new AsyncStraightParts.Rules(
                required(exchange, type, "httpProcessor", HttpProcessor.class),
                required(exchange, type, "keepAliveStrategy", ConnectionKeepAliveStrategy.class),
                required(exchange, type, "userTokenHandler", UserTokenHandler.class));
    }

    @SuppressWarnings("unchecked") // as HttpClient declares it
    private static @Nullable Header acceptEncoding(@Nullable AsyncExecChainHandler compress)
            throws ReflectiveOperationException {
        return compress == null
                ? null
                : MessageSupport.headerOfTokens(
                        HttpHeaders.ACCEPT_ENCODING,
                        required(compress, ContentCompressionAsyncExec.class, "acceptTokens", List.class));
    }

    private static @Nullable AsyncExecChainHandler step(
            Class<? extends AsyncExecChainHandler> type, List<AsyncExecChainHandler> steps) {
        return steps.stream().filter(type::isInstance).findFirst().orElse(null);
    }

    private static <T> T required(Object owner, Class<?> declaring, String name, Class<T> type)
            throws ReflectiveOperationException {
        return Objects.requireNonNull(Internals.read(owner, declaring, name, type), name);
    }
}
