package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One open connection at the moment of the snapshot. Immutable. Its text is a line for people. Components may be added: programs do not construct it.
 *
 * @param id the connection's name in HttpClient's own debug log
 * @param remoteAddress the address it is connected to (that of the proxy, where there is one); null if it closed meanwhile
 * @param state whether a caller holds it
 * @param age time since it was connected
 * @param idleFor time since it was last released; zero while it is leased
 * @param uses requests sent on it so far
 * @param protocol the protocol as negotiated, such as {@code HTTP/1.1}
 */
public record ConnectionSnapshot(
        String id,
        @Nullable SocketAddress remoteAddress,
        State state,
        Duration age,
        Duration idleFor,
        long uses,
        String protocol) {

    /** The state of the connection. Constants may be added. */
    public enum State {
        /** A caller holds it. */
        LEASED,
        /** It waits in the pool for its next use. */
        IDLE
    }

    /** Returns one line, such as {@code c-12 10.0.0.1:443 idle for 0.2 s of 1.6 s, 17 requests, HTTP/1.1}. */
    @Override
    public String toString() {
        return id + (remoteAddress == null ? "" : " " + CallFacts.text(remoteAddress))
                + (state == State.IDLE ? " idle for " + text(idleFor) + " of " : " leased, age ") + text(age) + ", "
                + uses + (uses == 1 ? " request, " : " requests, ") + protocol;
    }

    static String text(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }
}
