package dev.weir.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Adds up how long a call may take in the worst case. */
final class WorstCase {
    private WorstCase() {}

    /** Returns the limit of a call, until the last byte if it has a total, else until the response; null for none. */
    static @Nullable Duration limit(Timeouts timeouts, Retry retry) {
        return timeouts.total().isZero() ? sum(timeouts, retry) : timeouts.total();
    }

    /** Returns the sum, and how a call ends. */
    static String inWords(Timeouts timeouts, Retry retry) {
        String end = timeouts.total().isZero()
                ? "; total is off, so that a body may take forever"
                : "; total ends the call after " + DurationText.of(timeouts.total()) + " at the latest";
        String start = "poolWait " + DurationText.of(timeouts.poolWait()) + " + connect "
                + DurationText.of(timeouts.connect());
        Duration sum = sum(timeouts, retry);
        if (sum == null) {
            return start + " + read without limit" + end;
        }
        String pauses =
                retry.maxRetries() > 0 ? " + " + retry.maxRetries() + " x pause " + DurationText.of(pause(retry)) : "";
        return "(" + start + " + read " + DurationText.of(timeouts.read()) + ") x " + tries(retry) + " tries" + pauses
                + " = " + DurationText.of(sum) + end;
    }

    private static @Nullable Duration sum(Timeouts timeouts, Retry retry) {
        if (timeouts.read().isZero()) {
            return null;
        }
        Duration call = timeouts.poolWait().plus(timeouts.connect()).plus(timeouts.read());
        return call.multipliedBy(tries(retry)).plus(pause(retry).multipliedBy(retry.maxRetries()));
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
            bound = bound.multipliedBy(2);
        }
        Duration backoff = bound.compareTo(most) < 0 ? bound : most;
        return retry.statuses().isEmpty() ? backoff : backoff.plus(Retry.LONGEST_RETRY_AFTER);
    }
}
