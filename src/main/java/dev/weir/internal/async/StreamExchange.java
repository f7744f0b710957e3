package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.ResponseHandle;
import dev.weir.internal.call.SentRequest;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.http1.ExchangeFailures;
import dev.weir.internal.http1.InterimResponses;
import dev.weir.internal.http1.TunnelResponse;
import dev.weir.internal.identity.BoundLogin;
import dev.weir.internal.keepalive.LastMessage;
import dev.weir.internal.pool.ActiveExchange;
import dev.weir.internal.pool.StreamLease;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpStreamResetException;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.jspecify.annotations.Nullable;

/**
 * One exchange on a connection: what happens to it happens to none of its siblings. It ends for its caller once, by whatever
 * comes first; its stream may live longer. Thread-safe.
 */
final class StreamExchange implements AsyncClientExchangeHandler, ActiveExchange, SentRequest {

    private final AsyncConnection connection;
    private final AsyncClientExchangeHandler caller;
    private final HttpContext context;
    private final StreamLease lease;
    private final RequestExecutionCommand command;
    private final Silence silence;
    private final Dispatch dispatch;
    private final ExchangeStream stream;
    private final Upload upload = new Upload();
    private final ReceiveWindow window;
    private final AtomicBoolean over = new AtomicBoolean();

    // Written before it is submitted.
    private boolean completesHeaders;

    // Of the thread of the connection.
    private final AnnouncedLength length = new AnnouncedLength();
    private final InterimResponses interimResponses = new InterimResponses();

    // Written by the thread of the connection.
    private volatile boolean hasHead;
    private volatile boolean heardAll;
    private volatile boolean answered;
    private volatile boolean refused;

    StreamExchange(
            AsyncConnection connection,
            AsyncClientExchangeHandler caller,
            @Nullable HandlerFactory<AsyncPushConsumer> pushes,
            HttpContext context,
            StreamLease lease,
            long readNanos) {
        this.connection = connection;
        this.caller = caller;
        this.context = context;
        this.lease = lease;
        this.window = new ReceiveWindow(connection.leastWindowUpdate(), this::heard);
        this.silence = new Silence(readNanos, window::isHeldBack, () -> silent(readNanos));
        this.dispatch = new Dispatch(connection, lease, context);
        this.stream = new ExchangeStream(connection, this);
        this.command = new RequestExecutionCommand(this, pushes, stream, context);
    }

    private void heard() {
        silence.heard();
    }

    RequestExecutionCommand command() {
        return command;
    }

    /** Has the headers of its request completed, because its client leaves that to the connection. */
    void completeHeaders() {
        completesHeaders = true;
    }

    int streamId() {
        return stream.id();
    }

    void became(int newStreamId) {
        stream.became(newStreamId);
    }

    /** Says whether its stream is open. For the thread of the connection. */
    boolean isOnStream() {
        return stream.isOpen();
    }

    @Override
    public StreamLease lease() {
        return lease;
    }

    @Override
    public boolean isAnswered() {
        return hasHead && !heardAll;
    }

    @Override
    public long silentNanos() {
        return System.nanoTime() - silence.heardNanos();
    }

    @Override
    public boolean isLost() {
        return ResponseHandle.isLost(context);
    }

    @Override
    public boolean takeBack() {
        if (!isFirstEnd()) {
            return false;
        }
        if (!connection.isMultiplexed()) {
            connection.books().doom(CloseCause.LEAKED);
        }
        fail(new InterruptedIOException("The response was garbage collected without being closed"));
        forsake();
        return true;
    }

    /** When something of it was sent or received last. */
    long heardNanos() {
        return silence.heardNanos();
    }

    @Override
    public @Nullable HttpRequest request() {
        return HttpCoreContext.cast(context).getRequest();
    }

    @Override
    public boolean isSentWhole() {
        return upload.isWhole();
    }

    /** Says whether the whole answer is here. The caller may have given its lease back, and not have it yet. */
    boolean hasHeardAll() {
        return heardAll;
    }

    /** Says whether some of the answer is to come still, and it did not fail. */
    boolean isUnderWay() {
        return !heardAll && !over.get();
    }

    /** Ends it for its caller, who may be sure that the server has not executed it. */
    void notExecuted() {
        end(new RequestNotExecutedException());
        forsake();
    }

    /** Ends it for its caller, unless its request was sent. Nobody will send it then. */
    void withdraw() {
        if (dispatch.withdraw()) {
            end(new RequestNotExecutedException());
        }
    }

    /** Ends it for its caller, who wants no answer any more. */
    void cancelledByCaller() {
        if (isFirstEnd()) {
            connection.cancelled(); // before its caller, who gives it back
            fail(new InterruptedIOException("The request was cancelled"));
        }
        forsake();
    }

    /** Ends it for its caller, who has to do with nothing that comes. */
    private void cancelled(Exception cause) {
        if (isFirstEnd()) {
            fail(cause);
        }
        forsake();
    }

    /** Gives it up, for a caller who has been told already. */
    void abandon() {
        if (isFirstEnd()) {
            forsake();
        }
    }

    private boolean isFirstEnd() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        upload.stop();
        silence.end();
        return true;
    }

    private void forsake() {
        stream.forsake(dispatch.isSent());
    }

    @Override
    public void produceRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        if (!dispatch.send()) {
            throw new ConnectionClosedException("The request was withdrawn, because the connection is closed");
        }
        connection.sending(this);
        connection.http1().asked();
        try {
            silence.listen();
            if (over.get()) {
                silence.end();
                forsake(); // a stream that was begun must be ended by the server
            }
            caller.produceRequest(upload.headTo(bounded(ownedBy(completed(channel)))), context);
        } catch (Throwable e) {
            throw reset(CallerErrors.asException(e));
        } finally {
            connection.sending(null);
        }
    }

    // Only when the request is sent is it known how it authenticates.
    private RequestChannel ownedBy(RequestChannel channel) {
        return (request, details, ignored) -> {
            if (BoundLogin.isPartOf(lease.route(), request, context)) {
                connection.loggedIn();
            }
            channel.sendRequest(request, details, ignored);
        };
    }

    private RequestChannel completed(RequestChannel channel) {
        return completesHeaders ? MissingHeaders.addedBefore(channel, context) : channel;
    }

    private RequestChannel bounded(RequestChannel channel) {
        if (!connection.isMultiplexed()) {
            return channel; // where HttpCore bounds the wait for 100 itself
        }
        return (request, details, requestContext) -> {
            ContinueWait.begin(request, details, () -> connection.proceed(this));
            channel.sendRequest(request, details, requestContext);
        };
    }

    /** Says whether the head of the answer is still to come. For the thread of the connection. */
    boolean isUnanswered() {
        return !hasHead && !over.get();
    }

    @Override
    public int available() {
        if (upload.isStopped()) {
            return 0;
        }
        try {
            return caller.available();
        } catch (Throwable e) {
            cancelled(CallerErrors.asException(e));
            return 0;
        }
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        if (upload.isStopped()) {
            return;
        }
        silence.heard();
        try {
            caller.produce(upload.bodyTo(channel));
        } catch (Throwable e) {
            giveUp(CallerErrors.asException(e));
        }
        if (answered && upload.isWhole()) {
            silence.end();
        }
    }

    // HttpCore takes what is thrown there for the end of the connection, and of all siblings.
    private void giveUp(Exception cause) throws IOException {
        if (connection.isMultiplexed()) {
            cancelled(cause);
        } else {
            throw cause instanceof IOException io ? io : new IOException(cause);
        }
    }

    @Override
    public void consumeInformation(HttpResponse response, HttpContext context) throws HttpException, IOException {
        consume(() -> caller.consumeInformation(response, context));
    }

    @Override
    public void consumeResponse(HttpResponse response, @Nullable EntityDetails details, HttpContext context)
            throws HttpException, IOException {
        boolean isTunnel = isTunnel(response);
        if (isTunnel) {
            connection.tunnelBegun();
        } else {
            connection.answered(response, stream.id(), isAskedToClose());
        }
        hasHead = true;
        heardEnd(details == null);
        refused = response.getCode() >= HttpStatus.SC_CLIENT_ERROR;
        if (refused && connection.isMultiplexed()) {
            upload.stop(); // HttpClient would end what was sent as if it were all
        }
        consume(() -> {
            check(response, isTunnel, details == null);
            caller.consumeResponse(response, details, context);
        });
        if (details == null) {
            heardWhole();
        }
    }

    private void check(HttpResponse response, boolean isTunnel, boolean isAll) throws HttpException, IOException {
        TunnelResponse.check(request(), response, lease.route());
        if (isTunnel) {
            connection.http1().refusePlaintext(lease.route());
        }
        if (connection.isMultiplexed()) {
            length.announced(response, request());
            if (isAll) {
                length.ended();
            }
        }
    }

    /** Counts an interim answer over HTTP/2; one too many ends it. */
    void interim() {
        try {
            interimResponses.received(HttpStatus.SC_CONTINUE);
        } catch (ProtocolException e) {
            cancelled(e);
        }
    }

    private void heardEnd(boolean isAll) {
        boolean isNews = isAll && !heardAll;
        heardAll = isAll;
        if (isNews) {
            window.end();
            connection.http1().answered();
        }
    }

    private boolean isTunnel(HttpResponse response) {
        HttpRequest request = request();
        return response.getCode() == HttpStatus.SC_OK && request != null && Method.CONNECT.isSame(request.getMethod());
    }

    // A server may answer before it has the whole request, and go on to read it, or never: that is silence, too.
    private void heardWhole() throws IOException {
        answered = true;
        if (upload.isWhole() || refused) {
            silence.end();
        }
        if (refused && !upload.isWhole() && connection.isMultiplexed() && isFirstEnd()) {
            releaseCaller(); // HttpClient has done with it, and may be sending the request once more
            throw new H2StreamResetException(H2Error.CANCEL, "The rest of the request is not wanted");
        }
    }

    private boolean isAskedToClose() {
        HttpRequest request = connection.isMultiplexed() ? null : request();
        return request != null && LastMessage.saysClose(request);
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        if (over.get()) {
            discardRest(channel);
            return;
        }
        try {
            caller.updateCapacity(window.to(channel));
        } catch (Throwable e) {
            giveUp(CallerErrors.asException(e));
        }
    }

    // What still comes is thrown away. A stream is being reset; one that is reset needs no window.
    private void discardRest(CapacityChannel channel) throws IOException {
        if (!connection.isMultiplexed()) {
            channel.update(Integer.MAX_VALUE);
        }
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        silence.heard();
        if (over.get()) {
            bytes.position(bytes.limit());
            return;
        }
        window.received(bytes.remaining(), connection.padding());
        try {
            length.received(bytes.remaining());
            caller.consume(bytes);
        } catch (Throwable e) {
            Exception cause = CallerErrors.asException(e);
            end(cause);
            throw OwnStreamOnly.atData(cause, connection.isMultiplexed());
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        heardEnd(true);
        consume(() -> {
            length.ended();
            caller.streamEnd(trailers);
        });
        heardWhole();
    }

    @FunctionalInterface
    private interface Step {
        void run() throws HttpException, IOException;
    }

    // What a caller throws resets its own stream and nothing else.
    private void consume(Step step) throws HttpException, IOException {
        silence.heard();
        if (over.get()) {
            return;
        }
        try {
            step.run();
        } catch (Throwable e) {
            throw reset(CallerErrors.asException(e));
        }
    }

    private HttpException reset(Exception cause) throws IOException, HttpException {
        end(cause);
        return OwnStreamOnly.atMessage(cause, connection.isMultiplexed());
    }

    /** {@inheritDoc} Its stream, if it has one, is closed by then; if it has none, it gets none. */
    @Override
    public void failed(Exception told) {
        Exception cause = connection.isMultiplexed() ? OwnStreamOnly.endOfAll(told) : told;
        dispatch.withdraw(); // its command may be queued still
        if (!over.get() && isEndOfConnection(cause)) {
            connection.broke(cause); // before its caller, who may ask for another one at once
        }
        end(ExchangeFailures.named(cause, lease.route()));
    }

    private boolean isEndOfConnection(Exception cause) {
        return cause instanceof IOException
                ? !(cause instanceof HttpStreamResetException)
                : cause instanceof HttpException && !connection.isMultiplexed();
    }

    private void end(Exception cause) {
        if (isFirstEnd()) {
            if (connection.isMultiplexed() && isHalfDone()) {
                CallbackExecutor.run(this::settle);
            } else {
                fail(cause);
            }
        }
    }

    private void fail(Exception cause) {
        Runnable telling = telling(cause);
        if (telling == null) {
            tell(cause);
        } else {
            CallbackExecutor.run(telling);
        }
    }

    // Null if there is no memory for it: its caller waits for nothing else, and is told here then.
    private @Nullable Runnable telling(Exception cause) {
        try {
            Exception meaning = dispatch.meaning(cause, stream.id());
            return () -> tell(meaning);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    // A server may answer without wanting the whole request, and end the stream. HttpClient would wait for the rest to
    // be sent, unless it takes the request for refused.
    private boolean isHalfDone() {
        return answered && !refused && !upload.isWhole();
    }

    // The answer stands. What HttpClient gives back, or goes on with, it does itself.
    private void settle() {
        try {
            if (!Discarded.restOf(caller, context)) {
                caller.failed(new ConnectionClosedException("The server has answered without the whole request"));
            }
        } finally {
            caller.releaseResources();
        }
    }

    private void tell(Exception cause) {
        try {
            caller.failed(cause);
        } finally {
            caller.releaseResources();
        }
    }

    @Override
    public void cancel() {
        if (isFirstEnd()) {
            forsake();
            caller.cancel();
        }
    }

    @Override
    public void releaseResources() {
        silence.end();
        stream.closed();
        if (isFirstEnd()) {
            if (isHalfDone()) {
                CallbackExecutor.run(this::settle);
            } else {
                releaseCaller();
            }
        }
    }

    // Its siblings are told after it.
    private void releaseCaller() {
        try {
            caller.releaseResources();
        } catch (Throwable e) {
            CallerErrors.note(e);
        }
    }

    private void silent(long readNanos) {
        if (over.get() || stream.isClosed()) {
            return;
        }
        if (!answered) {
            connection.lessons().silent();
        }
        long readMillis = TimeUnit.NANOSECONDS.toMillis(readNanos);
        connection.silent(readNanos); // before its caller, who may ask for another one at once
        end(new SocketTimeoutException("Nothing was received for " + readMillis + " ms (timeouts.read)"));
        forsake();
    }
}
