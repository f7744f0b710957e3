package dev.weir.internal.async;

import dev.weir.internal.http1.StrictHeads;
import dev.weir.internal.http1.TunnelResponse;
import dev.weir.internal.pool.PooledConnection;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.jspecify.annotations.Nullable;

/**
 * Checks the response of an exchange as it arrives, and knows whether it is complete. For the thread of the connection; any
 * thread may ask how much has arrived.
 */
final class Answer {

    private static final long NONE = -1;

    private final AsyncConnection connection;
    private final StreamExchange exchange;
    private final ReceiveWindow window;
    private final boolean isMultiplexed;

    // The length of its body over HTTP/2, for the thread of the connection.
    private long announced = NONE;
    private long received;

    // Both for the thread of the connection: whether it answers a CONNECT, and how many interim responses it has.
    boolean isOfConnect;
    private int interim;

    /** Whether its head has arrived. */
    volatile boolean begun;

    volatile boolean whole;

    Answer(AsyncConnection connection, StreamExchange exchange, ReceiveWindow window, boolean isMultiplexed) {
        this.connection = connection;
        this.exchange = exchange;
        this.window = window;
        this.isMultiplexed = isMultiplexed;
    }

    /** Notes its head, what the head says about the connection, and whether that is all. */
    void begins(HttpResponse response, boolean isAll, @Nullable HttpRequest request) {
        isOfConnect = request != null && Method.CONNECT.isSame(request.getMethod());
        PooledConnection books = connection.books();
        if (isOfConnect && isTunnel(response)) {
            connection.tunnelBegun();
        } else {
            connection.answered(response);
        }
        if (isOfConnect) {
            books.lessons().tunnelled(response.getCode());
        } else {
            books.lessons().answered(response.getCode(), exchange.context);
        }
        begun = true;
        if (isAll) {
            ends();
        } else {
            whole = false;
        }
    }

    /** Notes its end. */
    void ends() {
        if (whole) {
            return;
        }
        whole = true;
        window.ended = true;
        if (!isMultiplexed) {
            connection.http1.answered();
        }
    }

    /** Checks its head. */
    void check(HttpResponse response, boolean isAll, @Nullable HttpRequest request) throws HttpException, IOException {
        if (isOfConnect) {
            HttpRoute route = exchange.lease.route();
            TunnelResponse.check(request, response, route);
            if (isTunnel(response)) {
                connection.http1.refusePlaintext(route);
            }
        }
        if (isMultiplexed) {
            announced(response, request);
            if (isAll) {
                bodyEnded();
            }
        }
    }

    /** Counts an interim response over HTTP/2, and refuses one too many. */
    void interim() throws ProtocolException {
        interim = StrictHeads.interim(HttpStatus.SC_CONTINUE, interim);
    }

    private static boolean isTunnel(HttpResponse response) {
        return response.getCode() == HttpStatus.SC_OK;
    }

    // Any other length makes the response malformed, which is a stream error (RFC 9113, section 8.1.1); HttpCore does
    // not check.
    private void announced(HttpResponse response, @Nullable HttpRequest request) throws H2StreamResetException {
        if (!mayHaveBody(response, request)) {
            announced = 0; // its Content-Length is that of the body that a GET would get
        } else if (response.containsHeader(HttpHeaders.CONTENT_LENGTH)) {
            announced = lengthOf(response);
        }
    }

    private static boolean mayHaveBody(HttpResponse response, @Nullable HttpRequest request) {
        return response.getCode() != HttpStatus.SC_NOT_MODIFIED
                && response.getCode() != HttpStatus.SC_NO_CONTENT
                && !(request != null && Method.HEAD.isSame(request.getMethod()));
    }

    private static long lengthOf(HttpResponse response) throws H2StreamResetException {
        try {
            return StrictHeads.bodyLength(response);
        } catch (HttpException e) {
            throw new H2StreamResetException(H2Error.PROTOCOL_ERROR, e.getMessage());
        }
    }

    /** Counts a part of the body. */
    void received(int bytes) throws H2StreamResetException {
        received += bytes;
        if (announced >= 0 && received > announced) {
            throw malformed("longer");
        }
    }

    /** Notes the end of the body. */
    void bodyEnded() throws H2StreamResetException {
        if (announced >= 0 && received < announced) {
            throw malformed("shorter");
        }
    }

    private H2StreamResetException malformed(String how) {
        return new H2StreamResetException(
                H2Error.PROTOCOL_ERROR,
                "The body of the response is " + how + " than its head announces (" + announced + " bytes)");
    }
}
