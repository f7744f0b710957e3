package dev.weir.config;

import java.math.BigInteger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The tries of one call until its response begins: each waits, connects and reads, with a pause before each retry. One of
 * them is the replay of a request whose connection the server was closing, which is no retry.
 */
final class Attempts {
    private static final Duration MOST = Duration.ofSeconds(Long.MAX_VALUE);

    private final Timeouts timeouts;
    private final Retry retry;

    Attempts(Timeouts timeouts, Retry retry) {
        this.timeouts = timeouts;
        this.retry = retry;
    }

    /** How long all tries take together at worst, or null if one of them may take forever. */
    @Nullable
    Duration sum() {
        return timeouts.read().isZero() ? null : saturated();
    }

    /** A count of retries has no upper limit, so that a product of it may not fit. */
    private Duration saturated() {
        BigInteger seconds = BigInteger.valueOf(one().plus(pause()).toSeconds() + 1);
        boolean fits = seconds.multiply(BigInteger.valueOf(tries())).bitLength() < Long.SIZE;
        return fits ? one().multipliedBy(tries()).plus(pause().multipliedBy(retry.maxRetries())) : MOST;
    }

    private Duration one() {
        return timeouts.poolWait().plus(timeouts.connect()).plus(timeouts.read());
    }

    private long tries() {
        return retry.maxRetries() + 2L;
    }

    /** The longest pause before a retry. */
    private Duration pause() {
        Duration backoff = longestBackoff();
        return retry.statuses().isEmpty() ? backoff : backoff.plus(Retry.LONGEST_RETRY_AFTER);
    }

    private Duration longestBackoff() {
        Duration most = retry.maxBackoff();
        Duration bound = retry.backoff();
        for (int i = 1; i < retry.maxRetries() && bound.compareTo(most) < 0; i++) {
            bound = bound.compareTo(most.dividedBy(2)) <= 0 ? bound.multipliedBy(2) : most;
        }
        return bound.compareTo(most) < 0 ? bound : most;
    }

    /** The sum in words. */
    @Override
    public String toString() {
        String start = "poolWait " + DurationText.of(timeouts.poolWait()) + " + connect "
                + DurationText.of(timeouts.connect());
        Duration sum = sum();
        if (sum == null) {
            return start + " + read without limit";
        }
        String one = start + " + read " + DurationText.of(timeouts.read());
        String all = "(" + one + ") x " + tries() + " tries";
        if (retry.maxRetries() > 0) {
            all += " + " + retry.maxRetries() + " x pause " + DurationText.of(pause());
        }
        return all + " = " + DurationText.of(sum);
    }
}
