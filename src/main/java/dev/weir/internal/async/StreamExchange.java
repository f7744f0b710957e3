package dev.weir.internal.async;

import dev.weir.internal.call.Call;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.identity.BoundLogin;
import dev.weir.internal.pool.StreamLease;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.MalformedInputException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.jspecify.annotations.Nullable;

/**
 * One exchange on a connection: it stands between its caller and HttpCore. Its failures do not affect the other exchanges;
 * {@link ExchangeEnd} decides how it ends. Thread-safe.
 */
final class StreamExchange implements AsyncClientExchangeHandler, StreamLease.Exchange, Silence.Heard {

    // The time for which HttpCore waits over HTTP/1.1.
    private static final long LONGEST_WAIT_FOR_CONTINUE_NANOS = TimeUnit.SECONDS.toNanos(3);

    final AsyncConnection connection;
    final AsyncClientExchangeHandler caller;
    private final @Nullable CallNotes facts;
    // Which of the call's exchanges it is, for those facts.
    private final @Nullable Object numberOfCall;
    final HttpContext context;
    final StreamLease lease;
    final RequestExecutionCommand command;
    final Silence silence;

    /** How it ends. */
    final ExchangeEnd end;

    final Upload upload = new Upload();
    private final ReceiveWindow window;
    private final Answer answer;

    // Written by the thread of the connection, before its request is sent.
    volatile boolean opensTunnel;

    private final boolean isMultiplexed;

    /** Whether it completes the headers, because its client leaves that to it. Written before it is submitted. */
    boolean completesHeaders;

    /** The call that it is of; null if its client is not the pool's. */
    final @Nullable Call call;

    // What the code of its caller threw over HTTP/1.1, where HttpCore reports it. Of the thread of the connection.
    volatile @Nullable Exception thrown;

    StreamExchange(
            AsyncConnection connection,
            AsyncClientExchangeHandler caller,
            @Nullable CallNotes facts,
            @Nullable HandlerFactory<AsyncPushConsumer> pushes,
            HttpContext context,
            StreamLease lease,
            long readNanos) {
        this.connection = connection;
        this.caller = caller;
        this.facts = facts;
        this.numberOfCall = facts == null ? null : facts.exchange();
        this.context = context;
        this.call = Call.of(context);
        this.lease = lease;
        this.silence = new Silence(readNanos, this, connection.alarms);
        this.window = new ReceiveWindow(connection.frames.streamWindow, connection.frames.leastWindowUpdate, silence);
        this.isMultiplexed = connection.multiplexed;
        this.answer = new Answer(connection, this, window, isMultiplexed);
        this.end = new ExchangeEnd(this);
        this.command = new RequestExecutionCommand(this, pushes, end, context);
    }

    @Override
    public boolean isHeldBack() {
        return window.isHeldBack();
    }

    @Override
    public void silent(long nanos) {
        end.silent(nanos);
    }

    @Override
    public long silentNanos() {
        return answer.begun && !answer.whole ? System.nanoTime() - silence.heardNanos : 0;
    }

    @Override
    public boolean isLost() {
        return call != null && call.isLost();
    }

    @Override
    public boolean takeBack() {
        return end.takeBack();
    }

    /** Tells whether the whole response has arrived. The caller may have released its lease without having it yet. */
    boolean hasHeardAll() {
        return answer.whole;
    }

    /** Tells whether a part of the response is still to come and the exchange has not failed. */
    @Override
    public boolean isUnderWay() {
        return !answer.whole && !end.over.get();
    }

    @Override
    public void produceRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        if (!end.send()) {
            throw new ConnectionClosedException("The request was withdrawn, because the connection is closed");
        }
        connection.sending = this;
        if (!isMultiplexed) {
            connection.http1.asked();
        }
        try {
            silence.listen();
            if (end.over.get()) {
                end.sentInVain();
            }
            RequestChannel completed = completesHeaders ? MissingHeaders.addedBefore(channel, context) : channel;
            caller.produceRequest((request, details, by) -> send(completed, request, details, by), context);
        } catch (Throwable e) {
            if (e instanceof IOException io && !isMultiplexed && upload.isBegun()) {
                throw io; // the connection ends, and may have a response
            }
            throw reset(CallerErrors.asException(e));
        } finally {
            connection.sending = null;
        }
    }

    // Only now is it known how the request authenticates, and whether a body follows.
    private void send(
            RequestChannel channel, HttpRequest request, @Nullable EntityDetails details, @Nullable HttpContext by)
            throws HttpException, IOException {
        lease.sending(request.getMethod(), request.getPath());
        opensTunnel = Method.CONNECT.isSame(request.getMethod());
        upload.whole = details == null;
        if (isMultiplexed) { // HttpCore itself limits the wait for 100 over HTTP/1.1
            limitWaitForContinue(request, details);
        }
        if (BoundLogin.isPartOf(lease.route(), request, context)) {
            connection.loggedIn();
        }
        channel.sendRequest(request, details, by);
    }

    // After that time the body is sent anyway, because a server may not know the expectation (RFC 9110, section
    // 10.1.1).
    private void limitWaitForContinue(HttpRequest request, @Nullable EntityDetails details) throws NoThreadException {
        Header expect = details == null ? null : request.getFirstHeader(HttpHeaders.EXPECT);
        if (expect != null && HeaderElements.CONTINUE.equalsIgnoreCase(expect.getValue())) {
            Alarms.shared().set(new Alarm(System.nanoTime(), LONGEST_WAIT_FOR_CONTINUE_NANOS) {
                @Override
                protected void ring() {
                    connection.proceed(StreamExchange.this);
                }
            });
        }
    }

    /** Tells whether its caller waits for the head of the response. */
    boolean isUnanswered() {
        return !answer.begun && !end.over.get();
    }

    @Override
    public int available() {
        if (upload.stopped) {
            return 0;
        }
        try {
            return caller.available();
        } catch (Throwable e) {
            end.cancelled(CallerErrors.asException(e));
            return 0;
        }
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        if (upload.stopped) {
            return;
        }
        silence.heard();
        try {
            caller.produce(upload.bodyTo(channel));
        } catch (Throwable e) {
            giveUp(CallerErrors.asException(e));
        }
        end.wrote();
    }

    // An exception there makes HttpCore end the connection and all its streams.
    private void giveUp(Exception cause) throws IOException {
        if (isMultiplexed) {
            end.cancelled(cause);
        } else {
            thrown = cause;
            throw cause instanceof IOException io ? io : new IOException(cause);
        }
    }

    @Override
    public void consumeInformation(HttpResponse response, HttpContext context) throws HttpException, IOException {
        if (hear()) {
            if (call != null) {
                call.informed();
            }
            try {
                caller.consumeInformation(response, context);
            } catch (Throwable e) {
                throw reset(CallerErrors.asException(e));
            }
        }
    }

    @Override
    public void consumeResponse(HttpResponse response, @Nullable EntityDetails details, HttpContext context)
            throws HttpException, IOException {
        boolean isAll = details == null;
        HttpRequest request = HttpCoreContext.cast(context).getRequest();
        answer.begins(response, isAll, request);
        if (response.getCode() >= HttpStatus.SC_CLIENT_ERROR) {
            end.refused();
        }
        if (hear()) {
            if (call != null && !answer.isOfConnect) {
                call.answered();
            }
            try {
                answer.check(response, isAll, request);
                if (facts != null) {
                    facts.answered(response.getCode(), System.nanoTime());
                }
                if (isAll) {
                    noteEnd(null);
                }
                hand(response, details, context);
            } catch (Throwable e) {
                throw reset(CallerErrors.asException(e));
            }
        }
        if (isAll) {
            end.answered();
        }
    }

    private void hand(HttpResponse response, @Nullable EntityDetails details, HttpContext by)
            throws HttpException, IOException {
        HttpClientContext own = call == null || opensTunnel ? null : HttpClientContext.cast(context);
        RequestConfig config = own == null ? null : own.getRequestConfig();
        if (own != null) {
            BoundLogin.ignoreChallengeOfOrigin(response, lease.route(), own);
        }
        try {
            caller.consumeResponse(response, details, by);
        } finally {
            if (own != null) {
                own.setRequestConfig(config);
            }
        }
    }

    /** Counts an interim response over HTTP/2; one too many ends it. */
    void interim() {
        try {
            answer.interim();
        } catch (ProtocolException e) {
            end.cancelled(e);
        }
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        if (end.over.get()) {
            discardRest(channel);
            return;
        }
        noteLastFrame();
        try {
            caller.updateCapacity(window.to(channel));
        } catch (Throwable e) {
            giveUp(CallerErrors.asException(e));
        }
    }

    // HttpCore asks for more, and passes the data on, before it tells of the end.
    private void noteLastFrame() {
        if (connection.frames.isEnding(end.streamId)) {
            window.ended = true;
        }
    }

    // Further data is discarded. The stream is being reset and needs no window.
    private void discardRest(CapacityChannel channel) throws IOException {
        if (!isMultiplexed) {
            channel.update(Integer.MAX_VALUE);
        }
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        if (!hear() || !end.enterCaller()) {
            bytes.position(bytes.limit());
            return;
        }
        noteLastFrame();
        try {
            window.received(bytes.remaining(), connection.frames.padding);
            answer.received(bytes.remaining());
            caller.consume(bytes);
        } catch (Throwable e) {
            throw resetAtData(CallerErrors.asException(e));
        } finally {
            end.leaveCaller();
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        answer.ends();
        if (hear() && end.enterCaller()) {
            try {
                answer.bodyEnded();
                noteEnd(null);
                caller.streamEnd(trailers);
            } catch (Throwable e) {
                throw reset(CallerErrors.asException(e));
            } finally {
                end.leaveCaller();
            }
        }
        end.answered();
    }

    /** Notes the end of the exchange before its caller has it, if the caller wants the facts. */
    void noteEnd(@Nullable Exception cause) {
        if (facts != null) {
            facts.ended(numberOfCall, cause, System.nanoTime());
        }
    }

    /** Notes that something has arrived; returns whether the caller gets it. */
    private boolean hear() {
        silence.heard();
        return !end.over.get();
    }

    // HttpCore resets the caller's own stream, not the connection with all its streams, for certain exceptions alone.
    // Without other streams, it gets the failure itself.
    private HttpException reset(Exception cause) throws IOException, HttpException {
        end.by(cause);
        if (isMultiplexed) {
            return new ProtocolException("The exchange was given up", cause);
        }
        if (cause instanceof IOException io) {
            throw io;
        }
        if (cause instanceof HttpException http) {
            throw http;
        }
        throw cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    private IOException resetAtData(Exception cause) {
        end.by(cause);
        if (cause instanceof IOException io && !isMultiplexed) {
            return io;
        }
        return cause instanceof H2StreamResetException reset && isMultiplexed ? reset : new MalformedInputException(0);
    }

    @Override
    public void failed(Exception cause) {
        end.failed(cause);
    }

    @Override
    public void cancel() {
        end.cancelledByConnection();
    }

    @Override
    public void releaseResources() {
        end.closed();
    }
}
