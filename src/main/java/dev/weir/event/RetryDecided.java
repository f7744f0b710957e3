package dev.weir.event;

/**
 * A call would send its request again, and does so or not. Neither retries beyond {@code retry.maxRetries} or {@code
 * timeouts.total} are told, nor replays of requests whose connection the server was closing. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param outcome what became of the retry
 */
public record RetryDecided(String pool, String route, RetryOutcome outcome) {}
