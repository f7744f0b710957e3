package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.http1.InterimResponses;
import dev.weir.internal.http1.Sight;
import dev.weir.internal.http1.TunnelResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What may arrive on a connection with HTTP/1.1: the responses to the requests that were sent, and not one byte more (RFC
 * 9112, sections 6.3 and 9.2). For the thread of the connection; any thread may read the failure.
 */
final class Http1Answers {

    private final AsyncConnection connection;
    private final InterimResponses interim = new InterimResponses();

    private @Nullable SessionInputBuffer received;
    // More than one if the holder of a connection sends without waiting (RFC 9112, section 9.3.2).
    private int due;
    private boolean hasBareLf;

    // Read by the thread that handles the end of the connection.
    private volatile @Nullable IOException failure;

    Http1Answers(AsyncConnection connection) {
        this.connection = connection;
    }

    /** Notes that a request is sent. */
    void asked() {
        due++;
    }

    /** Notes that the response is complete. */
    void answered() {
        due--;
    }

    /** Counts a head, and refuses interim ones without an end. */
    void begun(HttpResponse response) throws ProtocolException {
        interim.received(response.getCode());
    }

    /** Notes that a line of a head ended with a bare LF, which is allowed (RFC 9112, section 2.2). */
    void bareLf() {
        hasBareLf = true;
    }

    /** Tells whether a line of any head so far ended with a bare LF: another reader may have seen another end of it. */
    boolean hasBareLf() {
        return hasBareLf;
    }

    /** Notes unread data; ends the connection if no request asked for it. */
    void received(SessionInputBuffer bytes) throws IOException {
        received = bytes;
        if (due == 0 && bytes.hasData()) {
            throw end(
                    sight(bytes) == Sight.REQUEST_TIMEOUT
                            ? CloseCause.SERVER_CLOSED_IDLE
                            : CloseCause.UNSOLICITED_BYTES);
        }
    }

    private static Sight sight(SessionInputBuffer bytes) {
        byte[] beginning = new byte[Sight.TELLING_BYTES];
        return Sight.of(beginning, bytes.read(ByteBuffer.wrap(beginning)));
    }

    /**
     * Refuses what a proxy sends after its response to CONNECT: it would be mistaken for a response that came through TLS.
     */
    void refusePlaintext(HttpRoute route) throws ProtocolException {
        if (received != null && received.hasData()) {
            end(CloseCause.UNSOLICITED_BYTES);
            throw TunnelResponse.followedByPlaintext(route);
        }
    }

    private IOException end(CloseCause cause) {
        IOException end = new IOException(
                cause == CloseCause.SERVER_CLOSED_IDLE
                        ? "The server has closed the idle connection (408)"
                        : "The peer has sent bytes that no request asked for");
        failure = end;
        connection.unasked(cause);
        return end;
    }

    /** Returns why the connection was ended; null unless because of unsolicited data. */
    @Nullable
    IOException failure() {
        return failure;
    }
}
