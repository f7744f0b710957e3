package dev.weir.config;

import java.math.BigInteger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The tries of one call until its response begins: each waits, connects and reads, with a pause before each retry. */
final class Attempts {
    private static final Duration MOST = Duration.ofSeconds(Long.MAX_VALUE);

    private final Timeouts timeouts;
    private final Retry retry;

    Attempts(Timeouts timeouts, Retry retry) {
        this.timeouts = timeouts;
        this.retry = retry;
    }

    /** How long all tries take together at worst, or null if one of them may take for ever. */
    @Nullable
    Duration sum() {
        return timeouts.read().isZero() ? null : saturated();
    }

    /** A count of retries has no upper limit, so that a product of it may not fit. */
    private Duration saturated() {
        BigInteger seconds = BigInteger.valueOf(one().plus(retry.interval()).toSeconds() + 1);
        boolean fits = seconds.multiply(BigInteger.valueOf(retries() + 1L)).bitLength() < Long.SIZE;
        return fits ? one().multipliedBy(retries() + 1L).plus(retry.interval().multipliedBy(pauses())) : MOST;
    }

    private Duration one() {
        return timeouts.poolWait().plus(timeouts.connect()).plus(timeouts.read());
    }

    /** One after a failure of the connection, which is always tried again if that is safe, or as many as were asked for. */
    private int retries() {
        return Math.max(1, pauses());
    }

    private int pauses() {
        return retry.statuses().isEmpty() ? 0 : retry.maxRetries();
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
        String tries = "(" + one + ") x " + (retries() + 1L) + " tries";
        String all =
                pauses() == 0 ? tries : tries + " + " + pauses() + " x interval " + DurationText.of(retry.interval());
        return all + " = " + DurationText.of(sum);
    }
}
