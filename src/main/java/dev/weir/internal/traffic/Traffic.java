package dev.weir.internal.traffic;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The activity of a route in a span of time. Immutable.
 *
 * @param span the span
 * @param leases leases by outcome
 * @param closed closed connections by cause
 * @param usedOnce closed connections that had carried only one request
 * @param usesOfClosed requests that the closed connections had carried
 * @param dials dials by outcome
 * @param held how long callers held connections
 * @param waited how long callers in the queue waited
 * @param dialed how long dials took
 * @param peakInUse most connections in use at once, or exchanges where these share connections
 * @param readTimeouts calls that got no response within the read timeout
 * @param cutCalls calls that {@code timeouts.total} ended during their exchange
 */
public record Traffic(
        Duration span,
        Map<LeaseOutcome, Long> leases,
        Map<CloseCause, Long> closed,
        long usedOnce,
        long usesOfClosed,
        Map<DialOutcome, Long> dials,
        Times held,
        Times waited,
        Times dialed,
        int peakInUse,
        long readTimeouts,
        long cutCalls) {

    /** Adds up two periods. */
    static Traffic of(Duration span, Period one, Period other) {
        return new Traffic(
                span,
                sum(one.leases.counts(), other.leases.counts()),
                sum(one.closed.counts(), other.closed.counts()),
                one.usedOnce.sum() + other.usedOnce.sum(),
                one.usesOfClosed.sum() + other.usesOfClosed.sum(),
                sum(one.dials.counts(), other.dials.counts()),
                one.held.times().and(other.held.times()),
                one.waited.times().and(other.waited.times()),
                one.dialed.times().and(other.dialed.times()),
                Math.max(one.peakInUse(), other.peakInUse()),
                one.readTimeouts.sum() + other.readTimeouts.sum(),
                one.cutCalls.sum() + other.cutCalls.sum());
    }

    static <E> Map<E, Long> sum(Map<E, Long> some, Map<E, Long> others) {
        if (some.isEmpty() || others.isEmpty()) {
            return some.isEmpty() ? others : some;
        }
        Map<E, Long> all = new HashMap<>(some);
        others.forEach((kind, count) -> all.merge(kind, count, Long::sum));
        return all;
    }

    /**
     * Returns the number of leases with an outcome.
     *
     * @param outcome the outcome
     * @return the number
     */
    public long leases(LeaseOutcome outcome) {
        return leases.getOrDefault(outcome, 0L);
    }

    /**
     * Returns the number of all leases.
     *
     * @return the number
     */
    public long totalLeases() {
        return sum(leases);
    }

    /**
     * Returns the number of connections closed for one cause.
     *
     * @param cause which
     * @return the number
     */
    public long closed(CloseCause cause) {
        return closed.getOrDefault(cause, 0L);
    }

    /**
     * Returns the number of closed connections.
     *
     * @return the number
     */
    public long totalClosed() {
        return sum(closed);
    }

    /**
     * Returns the number of dials with an outcome.
     *
     * @param outcome the outcome
     * @return the number
     */
    public long dials(DialOutcome outcome) {
        return dials.getOrDefault(outcome, 0L);
    }

    /**
     * Returns the number of all dials.
     *
     * @return the number
     */
    public long totalDials() {
        return sum(dials);
    }

    /**
     * Returns how many connections came back per second.
     *
     * @return the rate; zero if nothing was measured
     */
    public double ratePerSecond() {
        double seconds = span.toNanos() / 1e9;
        return seconds <= 0 ? 0 : held.count() / seconds;
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
