package dev.weir.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says after which responses and failures a request is sent again, how soon, and how often.
 *
 * <p>An idempotent request is sent again after an I/O failure, and a request that may be sent twice after one of
 * {@link #statuses()}. By default, no status is retried, and an idempotent request is retried once after an I/O failure, as in
 * HttpClient itself; {@code maxRetries(0)} switches that off. Each call has {@link #maxRetries()}, all calls to a route share {@link #budget()}, and a retry that
 * would begin after {@code timeouts.total} is not made. If no retry is made, the call ends with the response or the failure
 * of its last attempt. The replay of a request whose connection the server was closing does not count as a retry.
 *
 * <p>Before retry <i>n</i> the call pauses for a random time up to {@link #backoff()} × 2<sup>n − 1</sup>, and up to
 * {@link #maxBackoff()} (exponential backoff with full jitter), in addition to the time that the server asks for by {@code
 * Retry-After} (RFC 9110, 10.2.3).
 *
 * <p>A builder takes values; a configuration shows them, and does not change. Wrong values fail when the pool's
 * configuration is built. What a configuration shows is thread-safe.
 *
 * @see RouteConfig#retry()
 */
public final class Retry extends Group<Retry> {

    /** The longest {@code Retry-After} that a call waits for: a response that asks for more is returned. */
    public static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(30);

    static final Knob<Set<Integer>> STATUSES = Knob.of("retry.onStatus", Set.of());
    static final Knob<Integer> MAX_RETRIES = Knob.count("retry.maxRetries", 0, 1);
    static final Knob<Duration> BACKOFF = Knob.time("retry.backoff", Duration.ofMillis(50));
    static final Knob<Duration> MAX_BACKOFF = Knob.time("retry.maxBackoff", Duration.ofSeconds(2));
    static final Knob<Double> BUDGET = Knob.share("retry.budget", 0.2, 10);
    static final List<Knob<?>> KNOBS = List.of(STATUSES, MAX_RETRIES, BACKOFF, MAX_BACKOFF, BUDGET);

    Retry(Map<Knob<?>, Object> values) {
        super(values, KNOBS);
    }

    /** {@return the statuses after which a request is sent again, from 400 to 599; empty if no status is retried} */
    public Set<Integer> statuses() {
        return get(STATUSES);
    }

    /** {@return how often a request is sent again, at most, after statuses and failures together} */
    public int maxRetries() {
        return get(MAX_RETRIES);
    }

    /** {@return up to how long a call pauses before its first retry; the bound doubles with each retry} */
    public Duration backoff() {
        return get(BACKOFF);
    }

    /** {@return up to how long a call pauses before any retry, unless the server asks for more} */
    public Duration maxBackoff() {
        return get(MAX_BACKOFF);
    }

    /** {@return which share of the requests of the last 10 s may be sent again; 10 more retries are always allowed} */
    public double budget() {
        return get(BUDGET);
    }

    /**
     * Sets the statuses after which a request that may be sent twice is sent again. Default: none. From 400 to 599;
     * without any, responses are never retried.
     *
     * @param statuses such as 429 and 503
     * @return this builder
     */
    public Retry onStatus(int... statuses) {
        Objects.requireNonNull(statuses, "retry.onStatus must not be null");
        return set(STATUSES, Arrays.stream(statuses).boxed().collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * Sets how often a request is sent again, at most, after statuses and failures together. Default: 1. At least 0, which switches retries off.
     *
     * @param retries the number of retries after the first attempt
     * @return this builder
     */
    public Retry maxRetries(int retries) {
        return set(MAX_RETRIES, retries);
    }

    /**
     * Sets how long a call pauses before its retries: a random time from 0 to a bound, which begins with one value and
     * doubles with each retry up to another.
     *
     * @param first as {@link #backoff(Duration)}
     * @param max as {@link #maxBackoff(Duration)}
     * @return this builder
     */
    public Retry backoff(Duration first, Duration max) {
        return backoff(first).maxBackoff(max);
    }

    /**
     * Sets up to how long a call pauses before its first retry. Default: 50 ms, or {@code
     * maxBackoff} if that is shorter. At least 1 ms, at most {@code maxBackoff}.
     *
     * @param first the upper bound of the first pause; it doubles with each retry
     * @return this builder
     */
    public Retry backoff(Duration first) {
        return set(BACKOFF, first);
    }

    /**
     * Sets up to how long a call pauses before any retry, unless the server asks for more. Default: 2 s, or {@code backoff} if that is longer. At least 1 ms.
     *
     * @param max the upper bound of every pause
     * @return this builder
     */
    public Retry maxBackoff(Duration max) {
        return set(MAX_BACKOFF, max);
    }

    /**
     * Sets how many retries the calls to one route share: this share of the requests of the last 10 s, and 10 more.
     * When they are used up, calls end with the response, or the failure, of their last attempt. Default: 0.2. From 0 to 10; {@code maxRetries} or more never limits.
     *
     * @param retriesPerRequest such as 0.2 for one retry in five requests
     * @return this builder
     */
    public Retry budget(double retriesPerRequest) {
        return set(BUDGET, retriesPerRequest);
    }
}
