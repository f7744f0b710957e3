package dev.weir.config;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Objects;

/**
 * Computes how many connections a rate of requests needs.
 *
 * <p>The arithmetic is Little's law (J. D. C. Little, "A Proof for the Queuing Formula: L = λW", Operations Research 9,
 * 1961): {@code L = λ × W}. The mean number of connections in use {@code L} is the rate of requests {@code λ}, in
 * requests per second, times the time {@code W} for which one request holds its connection. 5,000 requests per second
 * that hold a connection for 10 ms each keep 50 connections busy.
 *
 * <p>The hold time runs from lease to release: it includes sending the request, the server's work and reading the body
 * to its end, but not the wait for a connection. The law is about means; with a mean hold time the result is what the load
 * needs on average, and half of the time it needs more. Take the hold time at the percentile that must not queue (the 99th,
 * say), or half as much again: independent arrivals vary by the square root of their mean.
 *
 * <p>Values are taken as decimal numbers, as they are written, so that no binary fraction adds a connection. With HTTP/2 the
 * result counts streams. This class is stateless and safe for use by any thread.
 */
public final class PoolSizing {

    private static final BigDecimal MOST_CONNECTIONS = BigDecimal.valueOf(Integer.MAX_VALUE);

    private PoolSizing() {}

    /**
     * Returns the number of connections that a rate of requests keeps busy, rounded up.
     *
     * @param requestsPerSecond the rate, in requests per second; zero needs no connection
     * @param holdTime the time from lease to release of a connection
     * @return {@code ceil(requestsPerSecond × holdTime)}
     * @throws IllegalArgumentException if the rate is negative, infinite or not a number, if the hold time is zero or
     *     negative, or if the result exceeds {@link Integer#MAX_VALUE}
     */
    public static int connections(double requestsPerSecond, Duration holdTime) {
        if (!Double.isFinite(requestsPerSecond) || requestsPerSecond < 0) {
            throw new IllegalArgumentException(
                    "requestsPerSecond must be a finite number of at least 0, such as 100, but was "
                            + requestsPerSecond);
        }
        if (Objects.requireNonNull(holdTime, "holdTime").isZero() || holdTime.isNegative()) {
            throw new IllegalArgumentException(
                    "holdTime must be longer than zero, such as PT0.01S (10 ms), but was " + holdTime);
        }
        BigDecimal seconds = BigDecimal.valueOf(holdTime.getSeconds()).add(BigDecimal.valueOf(holdTime.getNano(), 9));
        BigDecimal connections =
                BigDecimal.valueOf(requestsPerSecond).multiply(seconds).setScale(0, RoundingMode.CEILING);
        if (connections.compareTo(MOST_CONNECTIONS) > 0) {
            BigDecimal passing = MOST_CONNECTIONS.divide(seconds, new MathContext(3, RoundingMode.DOWN));
            throw new IllegalArgumentException("requestsPerSecond × holdTime must not exceed " + Integer.MAX_VALUE
                    + " connections, but " + requestsPerSecond + " × " + holdTime + " needs "
                    + connections.toPlainString() + "; requestsPerSecond up to " + passing.toPlainString()
                    + " would pass");
        }
        return connections.intValueExact();
    }
}
