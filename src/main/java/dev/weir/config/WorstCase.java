package dev.weir.config;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long a call may take in the worst case. Immutable and thread-safe.
 *
 * @see PoolConfig#worstCase()
 */
public final class WorstCase {
    private final @Nullable Duration untilResponse;
    private final @Nullable Duration untilLastByte;
    private final String arithmetic;

    private WorstCase(@Nullable Duration untilResponse, @Nullable Duration untilLastByte, String arithmetic) {
        this.untilResponse = untilResponse;
        this.untilLastByte = untilLastByte;
        this.arithmetic = arithmetic;
    }

    static WorstCase of(Timeouts timeouts, Retry retry) {
        Attempts attempts = new Attempts(timeouts, retry);
        Duration total = timeouts.total();
        if (total.isZero()) {
            return new WorstCase(attempts.sum(), null, attempts + "; total is off, so that a body may take forever");
        }
        Duration sum = attempts.sum();
        Duration response = sum == null || sum.compareTo(total) > 0 ? total : sum;
        String cap = "; total ends the call after " + DurationText.of(total) + " at the latest";
        return new WorstCase(response, total, attempts + cap);
    }

    /**
     * Returns how long a caller may wait for the response to begin, each redirect counted as a call of its own.
     *
     * @return the time within {@code total}; empty if {@code read} and {@code total} are off
     */
    public Optional<Duration> untilResponse() {
        return Optional.ofNullable(untilResponse);
    }

    /**
     * Returns how long a caller may wait for the last byte of the body.
     *
     * @return {@code total}; empty if that is off, since a body may then drip forever
     */
    public Optional<Duration> untilLastByte() {
        return Optional.ofNullable(untilLastByte);
    }

    /**
     * Returns the arithmetic in words.
     *
     * @return such as {@code (poolWait 1s + connect 2s + read 5s) x 3 tries + 1 x pause 50ms = 24050ms; total ends the
     *     call after 10s at the latest}
     */
    public String arithmetic() {
        return arithmetic;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WorstCase that
                && Objects.equals(untilResponse, that.untilResponse)
                && Objects.equals(untilLastByte, that.untilLastByte)
                && arithmetic.equals(that.arithmetic);
    }

    @Override
    public int hashCode() {
        return Objects.hash(untilResponse, untilLastByte, arithmetic);
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
