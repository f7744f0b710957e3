package dev.weir.config;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Objects;

/**
 * Computes how many connections a rate of requests needs, and what rate a number of connections can handle.
 *
 * <p>The arithmetic is Little's law (J. D. C. Little, "A Proof for the Queuing Formula: L = λW", Operations Research 9,
 * 1961): {@code L = λ × W}. The mean number of connections in use {@code L} is the rate of requests {@code λ}, in
 * requests per second, times the time {@code W} for which one request holds its connection. 5,000 requests per second
 * that hold a connection for 10 ms each keep 50 connections busy.
 *
 * <p>The hold time runs from lease to release: it includes sending the request, the server's work and reading the body
 * to its end, but not the wait for a connection. The law is about means; with a mean hold time the result is what the load
 * needs on average, and half of the time it needs more. Take the hold time at the percentile that must not queue (the 99th,
 * say), or a headroom above 1.
 *
 * <p>Values are taken as decimal numbers, as they are written, so that no binary fraction adds a connection. With HTTP/2 the
 * result counts streams. This class is stateless and safe for use by any thread.
 */
public final class PoolSizing {

    /**
     * A headroom for steady traffic: 1.5.
     *
     * <p>Independent arrivals vary by the square root of their mean: 50 busy connections on average are 71 at three
     * standard deviations, a little less than 50 × 1.5. Small pools (below 36 connections) vary more than that and
     * deserve a larger factor.
     */
    public static final double TYPICAL_HEADROOM = 1.5;

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
        return connections(requestsPerSecond, holdTime, 1.0);
    }

    /**
     * Returns the number of connections that a rate of requests keeps busy, times a factor, rounded up.
     *
     * @param requestsPerSecond the rate, in requests per second; zero needs no connection
     * @param holdTime the time from lease to release of a connection
     * @param headroom the factor for variation of rate and hold time, at least 1; see {@link #TYPICAL_HEADROOM}
     * @return {@code ceil(requestsPerSecond × holdTime × headroom)}
     * @throws IllegalArgumentException if the rate is negative, infinite or not a number, if the hold time is zero or
     *     negative, if the headroom is below 1, infinite or not a number, or if the result exceeds
     *     {@link Integer#MAX_VALUE}
     */
    public static int connections(double requestsPerSecond, Duration holdTime, double headroom) {
        requireRate(requestsPerSecond);
        requireHoldTime(holdTime);
        requireHeadroom(headroom);
        BigDecimal connections = BigDecimal.valueOf(requestsPerSecond)
                .multiply(seconds(holdTime))
                .multiply(BigDecimal.valueOf(headroom))
                .setScale(0, RoundingMode.CEILING);
        if (connections.compareTo(MOST_CONNECTIONS) > 0) {
            throw tooMany(connections, requestsPerSecond, holdTime, headroom);
        }
        return connections.intValueExact();
    }

    /**
     * Returns the rate of requests at which a number of connections is busy without a pause: the inverse of
     * {@link #connections(double, Duration)}.
     *
     * @param connections the number of connections, such as a pool's limit; zero handles no request
     * @param holdTime the time from lease to release of a connection
     * @return {@code connections ÷ holdTime}, in requests per second
     * @throws IllegalArgumentException if the number of connections is negative, or if the hold time is zero or negative
     */
    public static double requestsPerSecond(int connections, Duration holdTime) {
        if (connections < 0) {
            throw new IllegalArgumentException("connections must be at least 0, such as 50, but was " + connections);
        }
        requireHoldTime(holdTime);
        return BigDecimal.valueOf(connections)
                .divide(seconds(holdTime), MathContext.DECIMAL64)
                .doubleValue();
    }

    private static void requireRate(double requestsPerSecond) {
        if (!Double.isFinite(requestsPerSecond) || requestsPerSecond < 0) {
            throw new IllegalArgumentException(
                    "requestsPerSecond must be a finite number of at least 0, such as 100, but was "
                            + requestsPerSecond);
        }
    }

    private static void requireHoldTime(Duration holdTime) {
        Objects.requireNonNull(holdTime, "holdTime");
        if (holdTime.isZero() || holdTime.isNegative()) {
            throw new IllegalArgumentException(
                    "holdTime must be longer than zero, such as PT0.01S (10 ms), but was " + holdTime);
        }
    }

    private static void requireHeadroom(double headroom) {
        if (!Double.isFinite(headroom) || headroom < 1) {
            throw new IllegalArgumentException("headroom must be a finite number of at least 1, such as "
                    + TYPICAL_HEADROOM + ", but was " + headroom);
        }
    }

    private static IllegalArgumentException tooMany(
            BigDecimal connections, double requestsPerSecond, Duration holdTime, double headroom) {
        BigDecimal rate = MOST_CONNECTIONS.divide(
                seconds(holdTime).multiply(BigDecimal.valueOf(headroom)), new MathContext(3, RoundingMode.DOWN));
        return new IllegalArgumentException("requestsPerSecond × holdTime × headroom must not exceed "
                + Integer.MAX_VALUE + " connections, but " + requestsPerSecond + " × " + holdTime + " × " + headroom
                + " needs " + connections.toPlainString() + "; requestsPerSecond up to " + rate.toPlainString()
                + " would pass");
    }

    private static BigDecimal seconds(Duration time) {
        return BigDecimal.valueOf(time.getSeconds()).add(BigDecimal.valueOf(time.getNano(), 9));
    }
}
