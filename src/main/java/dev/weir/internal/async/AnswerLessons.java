package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.http1.Framing;
import dev.weir.internal.keepalive.KeepAliveHint;
import dev.weir.internal.keepalive.LastMessage;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.SharedReuseObserver;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * What the responses on a connection, and GOAWAY, show about how long its server keeps it. For the thread of the connection;
 * any thread may ask how many there were.
 */
final class AnswerLessons {

    // No server closes an idle connection so soon after a response.
    private static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final AsyncConnection connection;
    private final AsyncPool pool;

    /**
     * How many responses have begun, or were promised by GOAWAY: the server makes progress while that number grows. Read by
     * any thread.
     */
    volatile int count;

    // When the last exchange ended.
    private long heardNanos = System.nanoTime();

    AnswerLessons(AsyncConnection connection, AsyncPool pool) {
        this.connection = connection;
        this.pool = pool;
    }

    void ended(long lastHeardNanos) {
        heardNanos = lastHeardNanos;
    }

    /** Notes how long the server says it keeps the connection. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void answered(HttpResponse response, int streamId, @Nullable HttpRequest request, PooledConnection books) {
        count++;
        SharedReuseObserver lessons = connection.lessons();
        books.hinted(KeepAliveHint.of(response));
        lessons.answered();
        if (connection.multiplexed) {
            learn(lessons, ordinal(streamId) - 1, false); // so the one before was not the last
            return;
        }
        boolean isAskedToClose = request != null && LastMessage.saysClose(request);
        boolean isLast = LastMessage.announcedBy(response);
        if (!isAskedToClose) {
            learn(lessons, books.uses(), isLast);
        }
        if (isLast) {
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
    void goneAway(int lastStreamId, boolean isError, Collection<StreamExchange> underWay) {
        count += lastStreamId > 0 ? 1 : 0;
        if (!isError) {
            learnFromEnd(Math.min(lastStreamId, connection.frames.openStreams.last), underWay);
        }
        connection.lessons().ended();
    }

    // Only a server that ends the connection with its last request shows how many it answers; one that ends it later
    // closed it as idle.
    private void learnFromEnd(int last, Collection<StreamExchange> underWay) {
        boolean isUnderWay = underWay.stream().anyMatch(exchange -> exchange.stream.id >= last);
        if (isUnderWay || System.nanoTime() - heardNanos < AT_ONCE_NANOS) {
            learn(connection.lessons(), ordinal(last), true);
        }
    }

    // A client's streams have odd numbers.
    private static int ordinal(int streamId) {
        return (streamId + 1) / 2;
    }

    private void learn(SharedReuseObserver lessons, long requests, boolean isLast) {
        if (lessons.answered(requests, isLast)) {
            pool.learnedMaxRequests(connection);
        }
    }
}
