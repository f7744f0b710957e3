package dev.weir.internal.pool;

import dev.weir.event.HandshakeKind;
import java.util.concurrent.TimeUnit;

/** Tells from the age of a TLS session whether its handshake created or resumed it. Pure. */
final class Resumption {

    private Resumption() {}

    /**
     * Compares the session with the handshake.
     *
     * @param createdMillis when the session was created, by the wall clock: the JDK keeps that of the first handshake
     * @param endedMillis when the handshake ended, by the same clock
     * @param handshakeNanos how long it took
     */
    static HandshakeKind of(long createdMillis, long endedMillis, long handshakeNanos) {
        long wholeMillis = TimeUnit.NANOSECONDS.toMillis(handshakeNanos) + 1; // the clock shows no fractions
        return createdMillis < endedMillis - wholeMillis ? HandshakeKind.RESUMED : HandshakeKind.FULL;
    }
}
