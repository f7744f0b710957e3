package dev.weir.spring;

import dev.weir.ManagedPool;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.util.ClassUtils;

/** Opens the connections that the properties want when the application starts, before its web server takes requests. */
final class WarmUps {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);
    private static final boolean HAS_REACTIVE = ClassUtils.isPresent(
            "org.apache.hc.core5.reactive.ReactiveResponseConsumer", WarmUps.class.getClassLoader());

    private final HttpPools pools;
    private final SetProperties set;
    private final Function<String, HttpClientSettings> settings;
    private final Logger log;

    /**
     * Creates it.
     *
     * @param pools the pools
     * @param set the properties that are set
     * @param settings Boot's settings for the group of a name
     */
    WarmUps(HttpPools pools, SetProperties set, Function<String, HttpClientSettings> settings) {
        this(pools, set, settings, LOG);
    }

    WarmUps(HttpPools pools, SetProperties set, Function<String, HttpClientSettings> settings, Logger log) {
        this.pools = pools;
        this.set = set;
        this.settings = settings;
        this.log = log;
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
        if (plan.isReactive() && !HAS_REACTIVE) {
            throw wrong(plan.prefix()
                    + ".reactive=true needs httpcore5-reactive on the class path, without which no WebClient"
                    + " has a pool. Add it, or remove the property");
        }
        HttpClientSettings ofPool = settings.apply(plan.pool());
        ManagedPool pool = plan.isReactive() ? pools.builtAsync(plan.pool(), ofPool) : pools.built(plan.pool(), ofPool);
        plan.targets().forEach(target -> open(pool, plan, target));
    }

    private static InvalidPropertiesException wrong(String problem) {
        return new InvalidPropertiesException(List.of(problem));
    }

    private void open(ManagedPool pool, WarmUpPlan plan, String target) {
        long start = System.nanoTime();
        try {
            pool.warmUp(target, plan.connections());
            log.info(
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

    private void failed(WarmUpPlan plan, UncheckedIOException failure) {
        if (plan.isRequired()) {
            throw new WarmUpException(
                    failure.getMessage() + ". " + plan.prefix() + ".required=true keeps the application from starting",
                    failure);
        }
        log.warn(
                "The warm-up of {} failed; its requests open their connections themselves. {}. {}.required=true would keep"
                        + " the application from starting",
                plan.prefix(),
                failure.getMessage(),
                plan.prefix());
    }
}
