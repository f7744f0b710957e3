package dev.weir.internal.pool;

import dev.weir.config.Eviction;
import dev.weir.config.KeepAlive;
import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.config.ReusePolicy;
import dev.weir.config.RouteConfig;
import dev.weir.config.Timeouts;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Segment;
import dev.weir.event.CloseCause;
import dev.weir.internal.retry.RetryRule;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** The configuration of one route, in the form that the pool needs at every lease and release. Immutable. */
public final class RoutePolicy {

    /** That of the pool. */
    final PoolConfig source;

    final Segment.Limits limits;
    final int maxPending;
    final long poolWaitNanos;
    /** The time limit of a call in nanoseconds; zero for none. */
    public final long totalNanos;

    /** How long a dial may take. */
    public final Timeout connect;

    /** How long no byte may come; zero for any time. */
    public final Timeout read;

    final long keepAliveNanos;
    final long marginNanos;
    final boolean learns;
    final long idleNanos;
    final long maxLifetimeNanos;
    final double jitter;
    final long maxRequests;
    /** After which idle time a connection is looked at before its next use; zero for any. */
    public final long validateAfterNanos;

    final long intervalNanos;
    final long leakNanos;
    /** The terms of requests that could not be replayed. */
    final LeaseTerms termsOfOthers;

    /** Null if that of the pool applies. */
    public final @Nullable SSLContext sslContext;

    /** Which HTTP to speak. */
    public final Protocol protocol;

    private final Optional<URI> proxy;

    /** What is sent again. */
    public final RetryRule retry;

    RoutePolicy(PoolConfig source, RouteConfig config) {
        this.source = source;
        Timeouts timeouts = config.timeouts();
        KeepAlive keepAlive = config.keepAlive();
        Eviction eviction = config.eviction();
        limits = new Segment.Limits(
                config.maxConnections(),
                config.maxIdle(),
                config.minIdle(),
                unlimitedIfZero(config.maxInFlight()),
                source.dialing().maxConcurrent());
        maxPending = config.maxPending();
        poolWaitNanos = timeouts.poolWait().toNanos();
        totalNanos = timeouts.total().toNanos();
        connect = roundedUp(timeouts.connect());
        read = roundedUp(timeouts.read());
        keepAliveNanos = keepAlive.max().toNanos();
        marginNanos = keepAlive.margin().toNanos();
        learns = keepAlive.learn();
        idleNanos = eviction.idle().toNanos();
        maxLifetimeNanos = eviction.maxLifetime().toNanos();
        jitter = eviction.jitter();
        maxRequests = config.reuse() == ReusePolicy.NEVER ? 1 : unlimitedIfZero(eviction.maxRequests());
        validateAfterNanos = eviction.validateAfter().toNanos();
        intervalNanos = eviction.interval().toNanos();
        leakNanos = source.leakDetection().toNanos();
        termsOfOthers = termsUnder(config.reuse());
        sslContext = config.sslContext().orElse(null);
        protocol = config.protocol();
        proxy = config.proxy();
        retry = RetryRule.of(config.retry());
    }

    /**
     * Turns a duration into HttpClient's timeout, which counts in milliseconds and takes zero for no limit. It rounds up: a
     * very short time must not become that.
     *
     * @param time the time; zero stays zero
     * @return the timeout
     */
    public static Timeout roundedUp(Duration time) {
        return Timeout.ofMilliseconds(time.plusNanos(999_999).toMillis());
    }

    private static LeaseTerms termsUnder(ReusePolicy policy) {
        return switch (policy) {
            case SAFE -> LeaseTerms.FRESH;
            case AGGRESSIVE -> LeaseTerms.PROVEN;
            case NEVER, ALWAYS -> LeaseTerms.ANY; // under NEVER there is no used connection to lease
        };
    }

    static int unlimitedIfZero(int limit) {
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    /** Why connections of the previous policy must close; null if they may stay. */
    @SuppressWarnings("ReferenceEquality") // a context has no other identity
    @Nullable
    CloseCause retiring(RoutePolicy before) {
        if (sslContext != before.sslContext) {
            return CloseCause.TLS_CHANGED;
        }
        return protocol == before.protocol && proxy.equals(before.proxy) ? null : CloseCause.RECONFIGURED;
    }

    /** Tells whether it was made from this configuration. By identity, because every lease checks it. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(PoolConfig config) {
        return source == config;
    }
}
