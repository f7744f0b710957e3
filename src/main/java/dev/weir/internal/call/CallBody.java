package dev.weir.internal.call;

import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducerWrapper;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * The body of the request of a call that does not block. It starts from its beginning each time it is sent: when HttpCore's
 * producers of text and files are released (5.4.3), they keep the rest of an attempt in their buffer, and would send it
 * first. And whatever it is, it can be sent again after an attempt that failed before any of it was sent.
 */
public final class CallBody extends AsyncEntityProducerWrapper {

    private final HttpContext context;

    // One attempt at a time; each begins when the one before has ended. Written by the threads that send.
    private volatile boolean isTouched;
    private volatile boolean isBegun;
    private volatile boolean isStale;
    private volatile boolean hasFailedUntouched;

    // The listener for the response outside HttpClient's logins, and whether it was called: written before the request
    // is sent, and by the thread of the connection.
    private volatile @Nullable AsyncExecCallback outside;
    private volatile boolean isAnswered;

    /**
     * Creates it.
     *
     * @param body the body that the caller sends
     * @param context the context of the call
     */
    public CallBody(AsyncEntityProducer body, HttpContext context) {
        super(body);
        this.context = context;
    }

    /** Notes that its request is about to be sent. */
    void begin() {
        hasFailedUntouched = false;
        isAnswered = false;
        if (isTouched) {
            releaseResources();
            isTouched = false;
        }
    }

    /**
     * Returns the listener for the response of an attempt.
     *
     * @param caller gets the response
     * @return what passes it on
     */
    public AsyncExecCallback watched(AsyncExecCallback caller) {
        Watch watch = new Watch(caller);
        outside = watch;
        return watch;
    }

    /**
     * The step within HttpClient's logins (5.6.4). A response without a reader is a challenge, which HttpClient answers when
     * the exchange is complete. If the body cannot be sent again, it would discard the response and be left with none; its
     * blocking client passes it on.
     *
     * @param request the request
     * @param body its body; null for none
     * @param scope the call
     * @param chain what comes next
     * @param caller gets the response
     * @throws HttpException if the protocol is broken
     * @throws IOException if the connection is
     */
    public static void passChallenge(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback caller)
            throws HttpException, IOException {
        Call call = body == null ? null : Call.of(scope.clientContext);
        CallBody own = call == null ? null : call.body;
        chain.proceed(request, body, scope, own == null ? caller : own.new Challenge(caller));
    }

    private final class Challenge extends PassingCallback {

        Challenge(AsyncExecCallback caller) {
            super(caller);
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            AsyncDataConsumer reader = super.handleResponse(response, details);
            AsyncExecCallback listener = reader != null || isAnswered || isRepeatable() ? null : outside;
            return listener == null ? reader : listener.handleResponse(response, details);
        }
    }

    private final class Watch extends PassingCallback {

        Watch(AsyncExecCallback caller) {
            super(caller);
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            isAnswered = true;
            return super.handleResponse(response, details);
        }

        @Override
        public void failed(Exception cause) {
            hasFailedUntouched = !isTouched;
            super.failed(cause);
        }
    }

    @Override
    public boolean isRepeatable() {
        return hasFailedUntouched || super.isRepeatable();
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        isTouched = true;
        Call call = Call.of(context);
        if (call != null && call.isDiscarded()) {
            channel.endStream();
            return;
        }
        if (isStale) {
            super.produce(new Discarded()); // it accepts everything that is left
            super.releaseResources();
            isStale = false;
        }
        isBegun = true;
        super.produce(channel);
    }

    // An attempt that sent nothing does not reach the body, which may go with the next.
    @Override
    public void failed(Exception cause) {
        if (isTouched) {
            end();
            super.failed(cause);
        }
    }

    @Override
    public void releaseResources() {
        if (isTouched) {
            end();
            super.releaseResources();
        }
    }

    private void end() {
        isStale |= isBegun;
        isBegun = false;
    }
}
