package dev.weir.internal.pool;

import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.keepalive.MaxRequestsLearner;

/**
 * What the responses on a route have taught of its server: for how long it keeps an idle connection, and for how many
 * requests. Outlives every configuration. Thread-safe.
 */
final class LearnedLimits {

    /** Learns for how long. */
    final KeepAliveLearner keepAlive = new KeepAliveLearner();

    /** Learns for how many requests. */
    final MaxRequestsLearner maxRequests = new MaxRequestsLearner();

    boolean areAny() {
        return keepAlive.limitNanos() != KeepAliveLearner.NONE || maxRequests.maxRequests() != MaxRequestsLearner.NONE;
    }

    /** Learns from the number of a response on its connection; returns whether that changes how many are expected. */
    boolean learnFrom(long responses, boolean isLast) {
        return maxRequests.answered(responses, isLast);
    }
}
