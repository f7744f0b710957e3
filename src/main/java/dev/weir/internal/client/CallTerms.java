package dev.weir.internal.client;

import dev.weir.internal.pool.ConnectionPool;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/**
 * The terms of a pool for every call of its client. Thread-safe.
 *
 * @param pool the name of the pool
 * @param connections the pool
 * @param failures names the peer in failures
 */
record CallTerms(String pool, ConnectionPool connections, PeerFailures failures) {

    /** Keeps the pool's defaults in force for a request with its own {@code RequestConfig}. */
    void apply(HttpClientContext context) {
        ServiceDefaults.withoutUpgrade(context);
    }

    /** Returns how long a call may take in all; {@link CallLimit#NONE} if it has no limit. */
    long totalNanos(HttpRoute route, HttpClientContext context) {
        return CallLimit.of(context, connections.totalNanos(route));
    }
}
