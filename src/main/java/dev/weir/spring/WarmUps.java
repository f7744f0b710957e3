package dev.weir.spring;

import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.HttpClientSettings;

/** Opens the connections that the properties want when the application starts, before its web server takes requests. */
final class WarmUps {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final HttpPools pools;
    private final SetProperties set;
    private final Function<String, HttpClientSettings> settings;

    /**
     * Creates it.
     *
     * @param pools the pools
     * @param set the properties that are set
     * @param settings Boot's settings for the group of a name
     */
    WarmUps(HttpPools pools, SetProperties set, Function<String, HttpClientSettings> settings) {
        this.pools = pools;
        this.set = set;
        this.settings = settings;
    }

    /**
     * Opens the connections, one server after the other.
     *
     * @throws InvalidPropertiesException if a property of the warm-up is wrong
     * @throws WarmUpException if a connection that is required could not be opened
     */
    void run() {
        if (!set.areNone()) {
            pools.plans().warmUps().forEach(this::run);
        }
    }

    private void run(WarmUpPlan plan) {
        HttpPool pool = blocking(plan, pools.built(plan.pool(), settings.apply(plan.pool())));
        plan.targets().forEach(target -> open(pool, plan, target));
    }

    private static HttpPool blocking(WarmUpPlan plan, ManagedPool pool) {
        if (pool instanceof HttpPool blocking) {
            return blocking;
        }
        throw wrong(
                plan.prefix() + ".targets is for pools of HTTP/1.1, but the blocking clients of pool '" + plan.pool()
                        + "' may speak HTTP/2, where one connection carries all requests. Remove it, or set protocol=http-1-1");
    }

    private static InvalidPropertiesException wrong(String problem) {
        return new InvalidPropertiesException(List.of(problem));
    }

    private static void open(HttpPool pool, WarmUpPlan plan, String target) {
        long start = System.nanoTime();
        try {
            pool.warmUp(target, plan.connections());
            LOG.info(
                    "Pool '{}' has {} open before the first request to {}, after {} ms",
                    pool.name(),
                    plan.connections() == 1 ? "a connection" : plan.connections() + " connections",
                    target,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        } catch (UncheckedIOException e) {
            failed(plan, e);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw wrong(plan.prefix() + " cannot be done: " + e.getMessage());
        }
    }

    private static void failed(WarmUpPlan plan, UncheckedIOException failure) {
        if (plan.isRequired()) {
            throw new WarmUpException(
                    failure.getMessage() + ". " + plan.prefix() + ".required=true keeps the application from starting",
                    failure);
        }
        LOG.warn(
                "The warm-up of {} failed; its requests open their connections themselves. {}. {}.required=true would keep"
                        + " the application from starting",
                plan.prefix(),
                failure.getMessage(),
                plan.prefix());
    }
}
