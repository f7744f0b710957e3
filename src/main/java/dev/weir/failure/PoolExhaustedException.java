package dev.weir.failure;

import dev.weir.event.RouteSnapshot;
import java.time.Duration;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;

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

    /** How long the caller waited. */
    private final Duration waited;

    private PoolExhaustedException(String message, String pool, RouteSnapshot route, Duration waited) {
        super(message);
        this.pool = pool;
        this.route = route;
        this.waited = waited;
    }

    /**
     * Creates the exception of a caller that waited in vain.
     *
     * @param pool the pool's name
     * @param route the route at that moment
     * @param total the whole pool's connections at that moment, as text, such as {@code 100 of 100 in total}
     * @param waited how long the caller waited
     * @param limit what limited the wait, such as {@code timeouts.poolWait}
     * @return the exception
     */
    public static PoolExhaustedException timedOut(
            String pool, RouteSnapshot route, String total, Duration waited, String limit) {
        String message = "Pool '" + pool + "': no connection to " + route.target() + " within " + waited.toMillis()
                + " ms (" + limit + "). " + numbers(route, total);
        return new PoolExhaustedException(message, pool, route, waited);
    }

    /**
     * Creates the exception of a caller that found the queue full.
     *
     * @param pool the pool's name
     * @param route the route at that moment
     * @param total the whole pool's connections at that moment, as text
     * @param maxPending the limit of the queue
     * @return the exception
     */
    public static PoolExhaustedException rejected(String pool, RouteSnapshot route, String total, int maxPending) {
        String message = "Pool '" + pool + "': refused at once, because " + maxPending + " callers wait for "
                + route.target() + " already (maxPending). " + numbers(route, total);
        return new PoolExhaustedException(message, pool, route, Duration.ZERO);
    }

    /**
     * Creates the exception of a caller that waited in vain for a route to which no connection could be established.
     *
     * @param pool the pool's name
     * @param route the route at that moment
     * @param total the whole pool's connections at that moment, as text
     * @param waited how long the caller waited
     * @param limit what limited the wait, such as {@code timeouts.poolWait}
     * @param lastFailure how the last dial failed; becomes the cause
     * @return the exception
     */
    public static PoolExhaustedException dialsFailing(
            String pool, RouteSnapshot route, String total, Duration waited, String limit, Throwable lastFailure) {
        String message = "Pool '" + pool + "': no connection to " + route.target() + " within " + waited.toMillis()
                + " ms (" + limit + "): dials failing, so that one is tried at a time. " + numbers(route, total);
        PoolExhaustedException exhausted = new PoolExhaustedException(message, pool, route, waited);
        exhausted.initCause(lastFailure);
        return exhausted;
    }

    /**
     * Creates the exception of a caller that would have waited for longer than it has time.
     *
     * @param pool the pool's name
     * @param route the route at that moment
     * @param total the whole pool's connections at that moment, as text
     * @param outlook what it had to expect, as text
     * @return the exception
     */
    public static PoolExhaustedException hopeless(String pool, RouteSnapshot route, String total, String outlook) {
        String message = "Pool '" + pool + "': refused at once, because the wait for " + route.target()
                + " would take too long: " + outlook + ". " + numbers(route, total);
        return new PoolExhaustedException(message, pool, route, Duration.ZERO);
    }

    private static String numbers(RouteSnapshot route, String total) {
        return "Route: " + route.leased() + " of " + route.limit() + " leased (" + route.dialing() + " dialling), "
                + route.idle() + " idle, " + route.pending() + " pending; pool: " + total + ".";
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
     * Returns how long the caller waited.
     *
     * @return the time; zero if it was refused at once
     */
    public Duration waited() {
        return waited;
    }
}
