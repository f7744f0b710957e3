package dev.weir.internal.async;

import dev.weir.internal.http1.InterimResponses;
import dev.weir.internal.http1.TunnelResponse;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
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
    private final boolean isMultiplexed;
    private final AnnouncedLength length = new AnnouncedLength();

    // Both for the thread of the connection: whether it answers a CONNECT, and its interim responses; null if it has
    // none.
    private boolean isOfConnect;
    private @Nullable InterimResponses interim;

    private volatile boolean begun;
    private volatile boolean whole;

    Answer(AsyncConnection connection, StreamExchange exchange, ReceiveWindow window, boolean isMultiplexed) {
        this.connection = connection;
        this.exchange = exchange;
        this.window = window;
        this.isMultiplexed = isMultiplexed;
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
        HttpRequest request = exchange.request();
        isOfConnect = request != null && Method.CONNECT.isSame(request.getMethod());
        if (isTunnel(response)) {
            connection.answers().tunnelBegun();
        } else {
            connection.answers().answered(response, exchange.streamId(), request);
        }
        judge(response.getCode());
        begun = true;
        ends(isAll);
    }

    private void judge(int status) {
        if (isOfConnect) {
            connection.books().peer().tunnelled(status);
        } else {
            connection.answered(status);
        }
    }

    /** Notes whether it ends here. */
    void ends(boolean isAll) {
        boolean isNews = isAll && !whole;
        whole = isAll;
        if (isNews) {
            window.end();
            if (!isMultiplexed) {
                connection.http1().answered();
            }
        }
    }

    /** Checks its head. */
    void check(HttpResponse response, boolean isAll) throws HttpException, IOException {
        if (isOfConnect) {
            checkConnect(response, exchange.lease().route());
        }
        if (isMultiplexed) {
            length.announced(response, exchange.request());
            if (isAll) {
                length.ended();
            }
        }
    }

    private void checkConnect(HttpResponse response, HttpRoute route) throws ProtocolException {
        TunnelResponse.check(exchange.request(), response, route);
        if (isTunnel(response)) {
            connection.http1().refusePlaintext(route);
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
        InterimResponses counted = interim == null ? new InterimResponses() : interim;
        interim = counted;
        counted.received(HttpStatus.SC_CONTINUE);
    }

    private boolean isTunnel(HttpResponse response) {
        return isOfConnect && response.getCode() == HttpStatus.SC_OK;
    }
}
