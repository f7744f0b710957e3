package dev.weir.internal.client;

import dev.weir.internal.manager.PoolManager;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.jspecify.annotations.Nullable;

/** What all straight calls of a client share. Immutable. */
final class StraightParts {

    /** Leases and establishes connections. */
    final PoolManager manager;

    /** Exchanges a request for a response. */
    final HttpRequestExecutor executor;

    /** What requests ask for. */
    final RequestTerms requests;

    /** Interceptors and strategies. */
    final ExchangeRules rules;

    /** How large a body may be; null for any size. */
    final @Nullable SizeLimit limit;

    /** What the chain does after an exchange. */
    final Continuation continuation;

    StraightParts(
            PoolManager manager,
            HttpRequestExecutor executor,
            RequestTerms requests,
            ExchangeRules rules,
            @Nullable SizeLimit limit,
            Continuation continuation) {
        this.manager = manager;
        this.executor = executor;
        this.requests = requests;
        this.rules = rules;
        this.limit = limit;
        this.continuation = continuation;
    }
}
