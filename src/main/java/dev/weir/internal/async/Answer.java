package dev.weir.internal.async;

import dev.weir.internal.http1.InterimResponses;
import dev.weir.internal.http1.TunnelResponse;
import dev.weir.internal.keepalive.LastMessage;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Checks the response of an exchange as it arrives, and knows whether it is complete. For the thread of the connection; any
 * thread may ask how much has arrived.
 */
final class Answer {

    private final AsyncConnection connection;
    private final StreamExchange exchange;
    private final ReceiveWindow window;
    private final AnnouncedLength length = new AnnouncedLength();
    private final InterimResponses interim = new InterimResponses();

    private volatile boolean begun;
    private volatile boolean whole;

    Answer(AsyncConnection connection, StreamExchange exchange, ReceiveWindow window) {
        this.connection = connection;
        this.exchange = exchange;
        this.window = window;
    }

    /** Tells whether its head has arrived. */
    boolean hasBegun() {
        return begun;
    }

    boolean isWhole() {
        return whole;
    }

    /** Notes its head, and what the head says about the connection. */
    void begins(HttpResponse response, boolean isAll) {
        if (isTunnel(response)) {
            connection.answers().tunnelBegun();
        } else {
            connection.answers().answered(response, exchange.streamId(), isAskedToClose());
        }
        connection.answered(response.getCode());
        begun = true;
        ends(isAll);
    }

    /** Notes whether it ends here. */
    void ends(boolean isAll) {
        boolean isNews = isAll && !whole;
        whole = isAll;
        if (isNews) {
            window.end();
            connection.http1().answered();
        }
    }

    /** Checks its head. */
    void check(HttpResponse response, boolean isAll) throws HttpException, IOException {
        HttpRequest request = exchange.request();
        TunnelResponse.check(request, response, exchange.lease().route());
        if (isTunnel(response)) {
            connection.http1().refusePlaintext(exchange.lease().route());
        }
        if (connection.isMultiplexed()) {
            length.announced(response, request);
            if (isAll) {
                length.ended();
            }
        }
    }

    /** Checks the length of a part of its body. */
    void check(int bytes) throws IOException {
        length.received(bytes);
    }

    /** Checks its length at its end. */
    void checkEnd() throws IOException {
        length.ended();
    }

    /** Counts an interim response over HTTP/2, and refuses one too many. */
    void interim() throws ProtocolException {
        interim.received(HttpStatus.SC_CONTINUE);
    }

    private boolean isTunnel(HttpResponse response) {
        return response.getCode() == HttpStatus.SC_OK && isConnect(exchange.request());
    }

    private static boolean isConnect(@Nullable HttpRequest request) {
        return request != null && Method.CONNECT.isSame(request.getMethod());
    }

    private boolean isAskedToClose() {
        HttpRequest request = connection.isMultiplexed() ? null : exchange.request();
        return request != null && LastMessage.saysClose(request);
    }
}
