package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.config.ReusePolicy;
import dev.weir.engine.LeaseTerms;
import dev.weir.internal.pool.ConnectionPool;
import java.util.Set;
import org.apache.hc.client5.http.HttpRoute;
import org.jspecify.annotations.Nullable;

/**
 * The lease terms of requests that could not be replayed, as configured for their route. Thread-safe.
 *
 * @param pool knows them for each route; null if all requests may use any connection
 */
record ReuseTerms(@Nullable ConnectionPool pool) {

    // Under NEVER there is no used connection to lease.
    private static final Set<ReusePolicy> WITHOUT_TERMS = Set.of(ReusePolicy.ALWAYS, ReusePolicy.NEVER);

    /** Reads them from the configuration of a pool. */
    static ReuseTerms of(PoolConfig config, ConnectionPool pool) {
        boolean areAny = WITHOUT_TERMS.contains(config.reuse())
                && config.routes().stream().noneMatch(rule -> rule.overrides().containsKey("reuse"));
        return new ReuseTerms(areAny ? null : pool);
    }

    /** Tells whether all requests may use any connection. */
    boolean areAny() {
        return pool == null;
    }

    /** Returns the terms on a route. */
    LeaseTerms on(HttpRoute route) {
        return pool == null ? LeaseTerms.ANY : pool.termsOfOthers(route);
    }
}
