package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.http1.Framing;
import dev.weir.internal.keepalive.KeepAliveHint;
import dev.weir.internal.keepalive.LastMessage;
import dev.weir.internal.pool.AsyncPool;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.HttpResponse;

/**
 * What the responses on a connection teach of how long its server keeps it, and what GOAWAY does. For the thread of the
 * connection; how many they are may be asked by any.
 */
final class AnswerLessons {

    // No server is tired of waiting so soon after a response.
    private static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final AsyncConnection connection;
    private final AsyncPool pool;

    private volatile int answers;
    private int latestStreamId;
    // When the exchange that ended last was heard of.
    private long heardNanos = System.nanoTime();

    AnswerLessons(AsyncConnection connection, AsyncPool pool) {
        this.connection = connection;
        this.pool = pool;
    }

    /** Returns how many responses have begun, or were promised by GOAWAY: the server gets on as long as that grows. */
    int count() {
        return answers;
    }

    void begun(int streamId) {
        latestStreamId = Math.max(latestStreamId, streamId);
    }

    void ended(StreamExchange exchange) {
        heardNanos = exchange.heardNanos();
    }

    /** Takes note of what the server says of keeping the connection. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void answered(HttpResponse response, int streamId, boolean isAskedToClose) {
        answers++;
        connection.books().hinted(KeepAliveHint.of(response));
        connection.lessons().answered();
        if (connection.isMultiplexed()) {
            learn(ordinal(streamId) - 1, false); // the one before was not the last
            return;
        }
        boolean isLast = LastMessage.announcedBy(response);
        if (!isAskedToClose) {
            learn(connection.books().uses(), isLast);
        }
        if (isLast) {
            connection.books().doom(CloseCause.SERVER_CLOSE_HEADER);
        }
        if (Framing.isAmbiguous(response) || connection.http1().hasBareLf()) {
            connection.books().doom(CloseCause.PROTOCOL_ERROR);
        }
    }

    /** Takes note that a proxy has made the connection a tunnel, whose end is for the two ends to say. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void tunnelBegun() {
        answers++;
        connection.lessons().answered();
    }

    /** Takes note of the last stream that the server will answer. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void goneAway(int lastStreamId, boolean isError, Collection<StreamExchange> underWay) {
        answers += lastStreamId > 0 ? 1 : 0;
        if (!isError) {
            learnFromEnd(Math.min(lastStreamId, latestStreamId), underWay);
        }
        connection.lessons().ended();
    }

    // Only who ends it with its last request says how many it answers; who ends it later was tired of waiting.
    private void learnFromEnd(int last, Collection<StreamExchange> underWay) {
        boolean isUnderWay = underWay.stream().anyMatch(exchange -> exchange.streamId() >= last);
        if (isUnderWay || System.nanoTime() - heardNanos < AT_ONCE_NANOS) {
            learn(ordinal(last), true);
        }
    }

    // A client's streams have odd numbers.
    private static int ordinal(int streamId) {
        return (streamId + 1) / 2;
    }

    private void learn(long requests, boolean isLast) {
        if (connection.lessons().answered(requests, isLast)) {
            pool.learnedMaxRequests(connection);
        }
    }
}
