package dev.weir.config;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long a call may take in the worst case. Made by the library only; immutable and thread-safe.
 *
 * @param untilResponse how long a caller may wait for the response to begin, each redirect counted as a call of its own;
 *     within {@code total}; empty if {@code read} and {@code total} are off
 * @param untilLastByte how long a caller may wait for the last byte of the body: {@code total}; empty if that is off, since a
 *     body may then drip forever
 * @param arithmetic the arithmetic in words, such as {@code (poolWait 1s + connect 2s + read 5s) x 3 tries + 1 x pause 50ms =
 *     24050ms; total ends the call after 10s at the latest}
 * @see PoolConfig#worstCase()
 */
public record WorstCase(Optional<Duration> untilResponse, Optional<Duration> untilLastByte, String arithmetic) {
    private static final Duration MOST = Duration.ofSeconds(Long.MAX_VALUE);

    static WorstCase of(Timeouts timeouts, Retry retry) {
        Duration sum = timeouts.read().isZero() ? null : sum(timeouts, retry);
        String arithmetic = inWords(timeouts, retry, sum);
        Duration total = timeouts.total();
        if (total.isZero()) {
            String end = "; total is off, so that a body may take forever";
            return new WorstCase(Optional.ofNullable(sum), Optional.empty(), arithmetic + end);
        }
        Duration response = sum == null || sum.compareTo(total) > 0 ? total : sum;
        String end = "; total ends the call after " + DurationText.of(total) + " at the latest";
        return new WorstCase(Optional.of(response), Optional.of(total), arithmetic + end);
    }

    /** A count of retries has no upper limit, so that a product of it may not fit. */
    private static Duration sum(Timeouts timeouts, Retry retry) {
        try {
            return timeouts.poolWait()
                    .plus(timeouts.connect())
                    .plus(timeouts.read())
                    .multipliedBy(tries(retry))
                    .plus(pause(retry).multipliedBy(retry.maxRetries()));
        } catch (ArithmeticException tooLong) {
            return MOST;
        }
    }

    /** One of them is the replay of a request whose connection the server was closing, which is no retry. */
    private static long tries(Retry retry) {
        return retry.maxRetries() + 2L;
    }

    /** The longest pause before a retry. */
    private static Duration pause(Retry retry) {
        Duration most = retry.maxBackoff();
        Duration bound = retry.backoff();
        for (int i = 1; i < retry.maxRetries() && bound.compareTo(most) < 0; i++) {
            bound = bound.compareTo(most.dividedBy(2)) <= 0 ? bound.multipliedBy(2) : most;
        }
        Duration backoff = bound.compareTo(most) < 0 ? bound : most;
        return retry.statuses().isEmpty() ? backoff : backoff.plus(Retry.LONGEST_RETRY_AFTER);
    }

    private static String inWords(Timeouts timeouts, Retry retry, @Nullable Duration sum) {
        String start = "poolWait " + DurationText.of(timeouts.poolWait()) + " + connect "
                + DurationText.of(timeouts.connect());
        if (sum == null) {
            return start + " + read without limit";
        }
        String pauses =
                retry.maxRetries() > 0 ? " + " + retry.maxRetries() + " x pause " + DurationText.of(pause(retry)) : "";
        return "(" + start + " + read " + DurationText.of(timeouts.read()) + ") x " + tries(retry) + " tries" + pauses
                + " = " + DurationText.of(sum);
    }

    /**
     * Returns the arithmetic in words.
     *
     * @return the same as {@link #arithmetic()}
     */
    @Override
    public String toString() {
        return arithmetic;
    }
}
