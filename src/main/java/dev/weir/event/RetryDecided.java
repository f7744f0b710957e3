package dev.weir.event;

/**
 * A call would send its request again, and does so or not. Retries beyond {@code retry.maxRetries} or {@code timeouts.total}
 * are not reported, nor are replays of requests whose connection the server was closing. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface RetryDecided {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return whether the retry was made} */
    RetryOutcome outcome();
}
