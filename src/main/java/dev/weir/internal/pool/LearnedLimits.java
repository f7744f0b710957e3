package dev.weir.internal.pool;

import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.keepalive.MaxRequestsLearner;

/**
 * What the responses on a route have taught of its server: for how long it keeps an idle connection, and for how many
 * requests. Outlives every configuration. Thread-safe.
 */
final class LearnedLimits {

    private final String target;
    private final PoolEvents events;
    private final Lazy<KeepAliveLearner> keepAlive = new Lazy<>();
    private final Lazy<MaxRequestsLearner> maxRequests = new Lazy<>();

    LearnedLimits(String target, PoolEvents events) {
        this.target = target;
        this.events = events;
    }

    /** Returns what learns for how long; it is made on first use. */
    KeepAliveLearner keepAlive() {
        KeepAliveLearner known = keepAlive.get(); // first, because each exchange looks here
        return known != null ? known : keepAlive.get(KeepAliveLearner::new);
    }

    /** Returns what learns for how many requests; it is made on first use. */
    MaxRequestsLearner maxRequests() {
        MaxRequestsLearner known = maxRequests.get(); // likewise
        return known != null ? known : maxRequests.get(MaxRequestsLearner::new);
    }

    /** Returns for how long an idle connection is kept; {@link KeepAliveLearner#NONE} if that was not learned. */
    long idleNanos() {
        return keepAlive.ask(KeepAliveLearner::limitNanos, KeepAliveLearner.NONE);
    }

    /**
     * Returns after how many requests the server ends connections; {@link MaxRequestsLearner#NONE} if that was not learned.
     */
    long requests() {
        MaxRequestsLearner known = maxRequests.get();
        return known == null ? MaxRequestsLearner.NONE : known.maxRequests();
    }

    boolean areAny() {
        return idleNanos() != KeepAliveLearner.NONE || requests() != MaxRequestsLearner.NONE;
    }

    /** Tells whether observations wait for a decision. */
    boolean isUndecided() {
        return keepAlive.ask(KeepAliveLearner::isUndecided, false);
    }

    /** Learns from the number of a response on its connection; returns whether that changes how many are expected. */
    boolean learnFrom(long responses, boolean isLast) {
        boolean isNews = maxRequests().answered(responses, isLast);
        if (isNews) {
            events.maxRequestsLearned(target, requests());
        }
        return isNews;
    }

    /** Tells the listeners of a new idle time. */
    void keepAliveLearned(long idleNanos) {
        events.keepAliveLearned(target, idleNanos);
    }
}
