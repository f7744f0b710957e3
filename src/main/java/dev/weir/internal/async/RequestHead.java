package dev.weir.internal.async;

import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.identity.BoundLogin;
import java.io.IOException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Handles the head of a request at the moment of sending: only then is it known how it authenticates, and whether a body
 * follows.
 *
 * @param connection where it is sent
 * @param exchange whose request it is
 * @param upload knows how much of the request was sent
 * @param context of the call
 * @param channel what sends it
 */
record RequestHead(
        AsyncConnection connection, StreamExchange exchange, Upload upload, HttpContext context, RequestChannel channel)
        implements RequestChannel {

    @Override
    public void sendRequest(HttpRequest request, @Nullable EntityDetails details, @Nullable HttpContext sentBy)
            throws HttpException, IOException {
        upload.whole = details == null;
        if (details != null && connection.multiplexed) { // HttpCore itself limits the wait for 100 over HTTP/1.1
            ContinueWait.begin(request, details, Alarms.shared(), () -> connection.proceed(exchange));
        }
        if (BoundLogin.isPartOf(exchange.lease.route(), request, context)) {
            connection.loggedIn();
        }
        channel.sendRequest(request, details, sentBy);
    }
}
