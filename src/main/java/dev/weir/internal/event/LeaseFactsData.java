package dev.weir.internal.event;

import dev.weir.event.LeaseFacts;
import dev.weir.event.LeaseOutcome;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The facts of a lease, as the thread of its request notes them. */
public final class LeaseFactsData implements LeaseFacts {

    // Written by the thread of the request.
    private @Nullable LeaseOutcome outcome;
    private long waitNanos;
    private long dialNanos;
    private long tlsNanos;
    private long uses;
    private int exchanges;

    /**
     * Notes the facts of an exchange.
     *
     * @param how how the connection was got
     * @param waited nanoseconds in the queue
     * @param dialed nanoseconds to establish the connection; zero if it was reused
     * @param handshake nanoseconds of the TLS handshake in it
     * @param carried requests that the connection has carried, this one included
     */
    public void note(LeaseOutcome how, long waited, long dialed, long handshake, long carried) {
        outcome = how;
        waitNanos = waited;
        dialNanos = dialed;
        tlsNanos = handshake;
        uses = carried;
        exchanges++;
    }

    @Override
    public Optional<LeaseOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    @Override
    public Duration waited() {
        return Duration.ofNanos(waitNanos);
    }

    @Override
    public Duration dialed() {
        return Duration.ofNanos(dialNanos);
    }

    @Override
    public Duration handshake() {
        return Duration.ofNanos(tlsNanos);
    }

    @Override
    public long uses() {
        return uses;
    }

    @Override
    public int exchanges() {
        return exchanges;
    }

    /** Returns one line, such as {@code DIALED: waited 0 ms, dialed for 12 ms (TLS 8 ms), request 1 of its connection, sent once}. */
    @Override
    public String toString() {
        if (outcome == null) {
            return "not sent";
        }
        return outcome + ": waited " + waited().toMillis() + " ms, dialed for " + dialed().toMillis() + " ms (TLS "
                + handshake().toMillis() + " ms), request " + uses + " of its connection, sent "
                + (exchanges == 1 ? "once" : exchanges + " times");
    }
}
