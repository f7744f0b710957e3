package dev.weir.internal.event;

import dev.weir.event.LookupOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the connection of an exchange was dialed.
 *
 * @param nanos nanoseconds in total
 * @param lookupNanos nanoseconds of the lookup
 * @param handshakeNanos nanoseconds of the TLS handshake
 * @param agoNanos nanoseconds since its end
 * @param lookup where the addresses of the host came from; null if there was no lookup
 * @param tried the addresses that it tried, as text
 * @param isResumed whether the TLS handshake resumed a session
 */
public record DialFacts(
        long nanos,
        long lookupNanos,
        long handshakeNanos,
        long agoNanos,
        @Nullable LookupOutcome lookup,
        List<String> tried,
        boolean isResumed) {

    /** No dial: the connection existed. */
    public static final DialFacts NONE = new DialFacts(0, 0, 0, 0, null, List.of(), false);

    // Of a dial that began before the call, or during its wait, only the rest counts as time of the call.
    DialFacts within(long spentNanos) {
        long most = Math.max(0, spentNanos - agoNanos);
        return nanos <= most
                ? this
                : new DialFacts(most, lookupNanos, handshakeNanos, agoNanos, lookup, tried, isResumed);
    }
}
