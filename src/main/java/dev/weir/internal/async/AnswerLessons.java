package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.http1.Framing;
import dev.weir.internal.keepalive.KeepAliveHint;
import dev.weir.internal.keepalive.LastMessage;
import dev.weir.internal.pool.PooledConnection;
import org.apache.hc.core5.http.HttpResponse;

/**
 * What the responses on a connection, and GOAWAY, show about how long its server keeps it. For the thread of the connection;
 * any thread may ask how many there were.
 */
final class AnswerLessons {

    private final AsyncConnection connection;

    /**
     * How many responses have begun, or were promised by GOAWAY: the server makes progress while that number grows. Read by
     * any thread.
     */
    volatile int count;

    AnswerLessons(AsyncConnection connection) {
        this.connection = connection;
    }

    /** Notes how long the server says it keeps the connection. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void answered(HttpResponse response, PooledConnection books) {
        count++;
        books.hinted(KeepAliveHint.of(response));
        connection.lessons().answered();
        if (connection.multiplexed) {
            return;
        }
        if (LastMessage.announcedBy(response)) {
            books.doom(CloseCause.SERVER_CLOSE_HEADER);
        }
        if (Framing.isAmbiguous(response) || connection.http1.hasBareLf()) {
            books.doom(CloseCause.PROTOCOL_ERROR);
        }
    }

    /** Notes that a proxy has made the connection a tunnel, which only its two ends may close. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void tunnelBegun() {
        count++;
        connection.lessons().answered();
    }

    /** Notes the last stream that the server will answer. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void goneAway(int lastStreamId) {
        count += lastStreamId > 0 ? 1 : 0;
        connection.lessons().ended();
    }
}
