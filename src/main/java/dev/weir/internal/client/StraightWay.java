package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.manager.PoolManager;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.ConnectExec;
import org.apache.hc.client5.http.impl.classic.ContentCompressionExec;
import org.apache.hc.client5.http.impl.classic.HttpRequestRetryExec;
import org.apache.hc.client5.http.impl.classic.MainClientExec;
import org.apache.hc.client5.http.impl.classic.RedirectExec;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.impl.routing.SystemDefaultRoutePlanner;
import org.apache.hc.client5.http.protocol.RedirectStrategy;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out, once per client, whether its common requests can take the straight way: no customizer may have added a step to
 * the chain, or replaced a planner or a strategy that leaves successful responses alone.
 *
 * @param config the configuration of the pool
 * @param manager its manager
 * @param terms its terms for every call
 * @param tokens whose connections a request may use
 * @param limit how large a body may be
 */
record StraightWay(PoolConfig config, PoolManager manager, CallTerms terms, UserTokens tokens, SizeLimit limit) {

    private static final Logger LOG = LoggerFactory.getLogger(StraightWay.class);

    // They act on each call as a whole; a straight call does their work itself.
    private static final Set<Class<? extends ExecChainHandler>> OUTER_STEPS =
            Set.of(ServiceDefaults.class, TotalDeadline.class, MaxDecodedSize.class);

    private static final Set<Class<? extends ExecChainHandler>> INNER_STEPS = Set.of(
            RedirectExec.class,
            RetryStep.class,
            HttpRequestRetryExec.class,
            ContentCompressionExec.class,
            Replay.class,
            Reuse.class,
            LeanProtocol.class,
            ConnectExec.class,
            Sending.class,
            MainClientExec.class);

    private static final Set<Class<?>> PLANNERS =
            Set.of(DefaultRoutePlanner.class, SystemDefaultRoutePlanner.class, PartlyDirectRoutes.class);

    /**
     * Gives a client the straight way, if there is one.
     *
     * @param chain HttpClient's client
     * @param steps the steps of its chain, the outermost first
     * @return the client with both ways, or the one that was given
     */
    CloseableHttpClient before(CloseableHttpClient chain, List<ExecChainHandler> steps) {
        try {
            HttpRoutePlanner planner = required(chain, chain.getClass(), "routePlanner", HttpRoutePlanner.class);
            return isOpen(steps) && knows(planner)
                    ? new StraightClient(chain, planner, ContextDefaults.of(chain), parts(chain, steps), terms)
                    : chain;
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Where fields may not be read, each request costs a little more; nothing else changes.
            LOG.debug("All requests of pool '{}' go through HttpClient's chain", config.name(), e);
            return chain;
        }
    }

    /** Tells whether a planner is HttpClient's or the pool's own. */
    static boolean knows(HttpRoutePlanner planner) {
        return PLANNERS.contains(planner.getClass());
    }

    private static boolean isOpen(List<ExecChainHandler> steps) throws ReflectiveOperationException {
        boolean isOfOurs = false;
        for (ExecChainHandler step : steps) {
            isOfOurs |= step instanceof TotalDeadline;
            if (!OUTER_STEPS.contains(step.getClass()) && !isInner(step)) {
                return false;
            }
        }
        return isOfOurs;
    }

    private static boolean isInner(ExecChainHandler step) throws ReflectiveOperationException {
        if (step instanceof RedirectExec) {
            RedirectStrategy strategy = required(step, RedirectExec.class, "redirectStrategy", RedirectStrategy.class);
            return strategy.getClass() == DefaultRedirectStrategy.class;
        }
        if (step instanceof HttpRequestRetryExec) {
            return required(step, HttpRequestRetryExec.class, "retryStrategy", HttpRequestRetryStrategy.class)
                    instanceof ServiceRetryStrategy;
        }
        return INNER_STEPS.contains(step.getClass());
    }

    private StraightParts parts(CloseableHttpClient chain, List<ExecChainHandler> steps)
            throws ReflectiveOperationException {
        Header codings = acceptEncoding(step(ContentCompressionExec.class, steps));
        return new StraightParts(
                manager,
                required(chain, chain.getClass(), "requestExecutor", HttpRequestExecutor.class),
                new RequestTerms(codings, tokens, ReuseTerms.of(config, terms.connections())),
                ExchangeRules.of(Objects.requireNonNull(step(MainClientExec.class, steps))),
                limit.isSet() ? limit : null,
                continuation(steps));
    }

    private static Continuation continuation(List<ExecChainHandler> steps) {
        List<ExecChainHandler> inner = steps.stream()
                .filter(step -> !OUTER_STEPS.contains(step.getClass()))
                .toList();
        return new Continuation(inner, inner.indexOf(Objects.requireNonNull(step(ConnectExec.class, steps))));
    }

    private static @Nullable Header acceptEncoding(@Nullable ExecChainHandler compress)
            throws ReflectiveOperationException {
        return compress == null
                ? null
                : required(compress, ContentCompressionExec.class, "acceptEncoding", Header.class);
    }

    private static @Nullable ExecChainHandler step(
            Class<? extends ExecChainHandler> type, List<ExecChainHandler> steps) {
        return steps.stream().filter(type::isInstance).findFirst().orElse(null);
    }

    private static <T> T required(Object owner, Class<?> declaring, String name, Class<T> type)
            throws ReflectiveOperationException {
        return Objects.requireNonNull(Internals.read(owner, declaring, name, type), name);
    }
}
