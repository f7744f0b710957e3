package dev.weir.testserver;

import java.util.Optional;

/**
 * A connection as the server saw it until now.
 *
 * @param remotePort the client's port
 * @param requests requests whose head arrived
 * @param closedBy who ended it, empty while it is open
 */
public record ConnectionRecord(int remotePort, int requests, Optional<ClosedBy> closedBy) {

    public boolean isOpen() {
        return closedBy.isEmpty();
    }
}
