package dev.weir.failure;

import dev.weir.event.RouteSnapshot;
import java.time.Duration;
import java.util.List;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a caller got no connection: none came free within {@code timeouts.poolWait}, or the queue of its route was
 * full ({@code maxPending}). The request was not sent.
 */
public final class PoolExhaustedException extends ConnectionRequestTimeoutException {

    private static final long serialVersionUID = 1L;

    /** The name of the pool. */
    private final String pool;

    /** Not part of the serial form, in which the message still tells all. */
    private final transient RouteSnapshot route;

    /** Not part of the serial form either; null after it was read. */
    private final transient @Nullable List<Holder> holders;

    /** What is the matter. */
    private final Verdict verdict;

    /** How long the caller waited. */
    private final Duration waited;

    private PoolExhaustedException(String message, String pool, Shortage shortage, Duration waited) {
        super(message);
        this.pool = pool;
        this.route = shortage.route();
        this.holders = shortage.holders();
        this.verdict = shortage.verdict();
        this.waited = waited;
    }

    /**
     * Creates the exception of a caller that waited in vain.
     *
     * @param pool the pool's name
     * @param shortage the pool at that moment
     * @param waited how long the caller waited
     * @param limit what limited the wait, such as {@code timeouts.poolWait}
     * @return the exception
     */
    public static PoolExhaustedException timedOut(String pool, Shortage shortage, Duration waited, String limit) {
        String message = "Pool '" + pool + "': no connection to "
                + shortage.route().target() + " within " + waited.toMillis() + " ms (" + limit + "). " + shortage;
        return new PoolExhaustedException(message, pool, shortage, waited);
    }

    /**
     * Creates the exception of a caller that found the queue full.
     *
     * @param pool the pool's name
     * @param shortage the pool at that moment
     * @param maxPending the limit of the queue
     * @param limit what that is set by, such as {@code maxPending}
     * @return the exception
     */
    public static PoolExhaustedException rejected(String pool, Shortage shortage, int maxPending, String limit) {
        String why = maxPending == 0
                ? "no connection to " + shortage.route().target() + " is free and none may be waited for (" + limit
                        + " is 0)"
                : maxPending + (maxPending == 1 ? " caller waits" : " callers wait") + " for "
                        + shortage.route().target() + " already (" + limit + ")";
        String message = "Pool '" + pool + "': refused at once, because " + why + ". " + shortage;
        return new PoolExhaustedException(message, pool, shortage, Duration.ZERO);
    }

    /**
     * Creates the exception of a caller that would have waited for longer than it has time.
     *
     * @param pool the pool's name
     * @param shortage the pool at that moment
     * @param outlook what the caller had to expect, as text
     * @return the exception
     */
    public static PoolExhaustedException hopeless(String pool, Shortage shortage, String outlook) {
        String message = "Pool '" + pool + "': refused at once, because the wait for "
                + shortage.route().target() + " would take too long: " + outlook + ". " + shortage;
        return new PoolExhaustedException(message, pool, shortage, Duration.ZERO);
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
     * Returns what is the matter, as far as the pool can tell.
     *
     * @return one of six verdicts
     */
    public Verdict verdict() {
        return verdict;
    }

    /**
     * Returns who has held connections for longest: those of the route, or those of all routes where {@code maxTotal} is
     * what is short.
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
