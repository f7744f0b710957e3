package dev.weir.config;

import java.util.List;

/** How the pauses before retries relate. */
final class RetryRules {
    static final List<Rule> ALL = List.of(new Rule(
            "backoff-within-max-backoff",
            "pauses grow from backoff to maxBackoff",
            (rule, scope) -> Order.within(rule, scope, Retry.BACKOFF, Retry.MAX_BACKOFF)));

    private RetryRules() {}
}
