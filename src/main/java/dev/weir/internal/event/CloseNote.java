package dev.weir.internal.event;

import dev.weir.event.CloseCause;
import org.jspecify.annotations.Nullable;

/** Why a connection was closed, for code that has released it. Thread-safe. */
public final class CloseNote {

    // Written by the thread that closes the connection.
    private volatile @Nullable CloseCause cause;

    /** Creates the note of a connection that is open. */
    public CloseNote() {}

    /**
     * Notes that the connection was closed.
     *
     * @param why the cause
     */
    public void closed(CloseCause why) {
        cause = why;
    }

    /**
     * Returns why.
     *
     * @return the cause; null while the connection is open
     */
    public @Nullable CloseCause cause() {
        return cause;
    }
}
