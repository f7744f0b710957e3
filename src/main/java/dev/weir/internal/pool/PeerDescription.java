package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.event.CloseNote;
import dev.weir.internal.event.ConnectionEnds;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/** The facts of one connection for the facts of calls: its two ends, and later the cause of its end. Thread-safe. */
final class PeerDescription {

    private final String target;

    // Written by the thread that marks it closed, read by the one that closes its socket.
    private volatile @Nullable CloseCause closedBy;
    // Made for the first who wants to know; written by the thread that closes.
    private volatile @Nullable CloseNote closeNote;
    // Kept from the first call whose facts are wanted: a socket makes its address objects on each call. Written by
    // callers.
    private volatile @Nullable ConnectionEnds described;

    PeerDescription(String target) {
        this.target = target;
    }

    /** Describes the connection, whose id is null if it has none yet. */
    ConnectionEnds peer(HttpConnection connection, @Nullable String id) {
        ProtocolVersion known = connection.getProtocolVersion();
        ProtocolVersion protocol = known == null ? HttpVersion.HTTP_1_1 : known;
        ConnectionEnds before = described;
        if (before != null && before.isStill(protocol, id)) {
            return before;
        }
        ConnectionEnds now = new ConnectionEnds(
                connection.getRemoteAddress(), connection.getLocalAddress(), protocol, target, id, closeNote());
        described = now;
        return now;
    }

    private CloseNote closeNote() {
        CloseNote known = closeNote;
        if (known == null) {
            known = new CloseNote();
            closeNote = known;
            noteClose(); // the thread that closed it may not have seen the note
        }
        return known;
    }

    private void noteClose() {
        CloseNote note = closeNote;
        CloseCause cause = closedBy;
        if (note != null && cause != null) {
            note.closed(cause);
        }
    }

    /** Notes why it was closed. */
    void closed(CloseCause cause) {
        closedBy = cause;
        noteClose();
    }

    /** Returns why it was closed; null while it is open, and if it never was. */
    @Nullable
    CloseCause closedBy() {
        return closedBy;
    }
}
