package dev.weir.event;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How one request got its connection, and what that took. Filled in by the pool when the request is sent; a request that
 * is sent again shows its last exchange. Written by the thread of the request; other threads may read it once the call is
 * over.
 */
public final class LeaseFacts {

    private @Nullable LeaseOutcome outcome;
    private long waitNanos;
    private long dialNanos;
    private long tlsNanos;
    private long uses;
    private int exchanges;

    /** Begins without any facts. */
    public LeaseFacts() {}

    /**
     * Notes the facts of an exchange; called by the pool.
     *
     * @param how how the connection was got
     * @param waited nanoseconds in the queue
     * @param dialled nanoseconds to establish the connection; zero if it was reused
     * @param handshake nanoseconds of the TLS handshake in it
     * @param carried requests that the connection has carried, this one included
     */
    public void note(LeaseOutcome how, long waited, long dialled, long handshake, long carried) {
        outcome = how;
        waitNanos = waited;
        dialNanos = dialled;
        tlsNanos = handshake;
        uses = carried;
        exchanges++;
    }

    /**
     * Returns how the request got its connection.
     *
     * @return the outcome; empty if it has not been sent
     */
    public Optional<LeaseOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    /**
     * Returns the time that the request waited for a place in the pool.
     *
     * @return the time; zero if there was no wait
     */
    public Duration waited() {
        return Duration.ofNanos(waitNanos);
    }

    /**
     * Returns the time that it took to establish the connection.
     *
     * @return the time; zero if the connection was reused
     */
    public Duration dialled() {
        return Duration.ofNanos(dialNanos);
    }

    /**
     * Returns the time of the TLS handshake, which is a part of {@link #dialled()} except through a tunnel.
     *
     * @return the time; zero if there was none
     */
    public Duration handshake() {
        return Duration.ofNanos(tlsNanos);
    }

    /**
     * Returns how many requests the connection has carried, this one included.
     *
     * @return the number; 1 on a connection of its own, 0 if the request was not sent
     */
    public long uses() {
        return uses;
    }

    /**
     * Returns how often the request was sent: more than once after a failure, a redirect or a challenge.
     *
     * @return the number
     */
    public int exchanges() {
        return exchanges;
    }
}
