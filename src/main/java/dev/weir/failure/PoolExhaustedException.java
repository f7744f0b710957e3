package dev.weir.failure;

import dev.weir.event.RouteSnapshot;
import java.time.Duration;
import java.util.List;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a caller got no connection: none became free within {@code timeouts.poolWait}, {@code maxInFlight} was reached
 * for that long, or the queue of its route was full ({@code maxPending}). The request was not sent.
 */
public final class PoolExhaustedException extends ConnectionRequestTimeoutException {

    private static final long serialVersionUID = 1L;

    /** The name of the pool. */
    private final String pool;

    /** Not part of the serial form; the message still has all of it. */
    private final transient RouteSnapshot route;

    /** Not part of the serial form either; null after deserialization. */
    private final transient @Nullable List<Holder> holders;

    /** The verdict. */
    private final Verdict verdict;

    /** How long the caller waited. */
    private final Duration waited;

    /**
     * Creates the exception. The pool does; programs need it only to test what they do about it.
     *
     * @param message what happened and why, with the figures
     * @param pool the name of the pool
     * @param route the route at that moment
     * @param verdict the likely cause
     * @param holders the callers that have held connections for longest, the longest first
     * @param waited how long the caller waited; zero if it was refused at once
     */
    public PoolExhaustedException(
            String message, String pool, RouteSnapshot route, Verdict verdict, List<Holder> holders, Duration waited) {
        super(message);
        this.pool = pool;
        this.route = route;
        this.verdict = verdict;
        this.holders = List.copyOf(holders);
        this.waited = waited;
    }

    /**
     * Returns the name of the pool.
     *
     * @return the name
     */
    public String pool() {
        return pool;
    }

    /**
     * Returns the route as it was when the caller gave up.
     *
     * @return the route; null after the exception was serialized
     */
    public RouteSnapshot route() {
        return route;
    }

    /**
     * Returns the likely cause, as far as the pool can tell.
     *
     * @return the verdict
     */
    public Verdict verdict() {
        return verdict;
    }

    /**
     * Returns the callers that have held connections for longest: those of the route, or those of all routes if
     * {@code maxTotal} is the bottleneck.
     *
     * @return at most five, the longest first; none after the exception was serialized
     */
    public List<Holder> holders() {
        return holders == null ? List.of() : holders;
    }

    /**
     * Returns how long the caller waited.
     *
     * @return the time; zero if it was refused at once
     */
    public Duration waited() {
        return waited;
    }
}
