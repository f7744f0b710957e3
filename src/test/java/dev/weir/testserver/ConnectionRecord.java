package dev.weir.testserver;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A connection as the server saw it until now.
 *
 * @param id the connection's number, from one
 * @param remotePort the client's port
 * @param requests requests whose head arrived
 * @param openedNanos when it was accepted, as {@link System#nanoTime()}
 * @param closedNanos when it ended, empty while it is open
 * @param closedBy who ended it, empty while it is open
 */
public record ConnectionRecord(
        int id, int remotePort, int requests, long openedNanos, OptionalLong closedNanos, Optional<ClosedBy> closedBy) {

    /** Says whether the connection is open. */
    public boolean isOpen() {
        return closedBy.isEmpty();
    }
}
