package dev.weir.internal.async;

import dev.weir.internal.call.Call;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.http1.StrictHeads;
import dev.weir.internal.http1.TunnelResponse;
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
 * One exchange on a connection: it stands between its caller and HttpCore. Its failures do not affect the other exchanges;
 * {@link ExchangeEnd} decides how it ends. Thread-safe.
 */
final class StreamExchange implements AsyncClientExchangeHandler, StreamLease.Exchange, Silence.Heard {

    // The time for which HttpCore waits over HTTP/1.1.
    private static final long LONGEST_WAIT_FOR_CONTINUE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long NONE = -1;

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

    final Upload upload;
    private final ReceiveWindow window;

    // Written by the thread of the connection, before its request is sent.
    volatile boolean opensTunnel;

    private final boolean isMultiplexed;

    /** Whether it completes the headers, because its client leaves that to it. Written before it is submitted. */
    boolean completesHeaders;

    /** The call that it is of; null if its client is not the pool's. */
    final @Nullable Call call;

    // Of its response: whether its head and its end have arrived. Written by the thread of the connection.
    private volatile boolean begun;
    private volatile boolean whole;

    // The interim ones before it, and over HTTP/2 the length of its body. For the thread of the connection.
    private int interim;
    private long announced = NONE;
    private long received;

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
        this.upload = new Upload(isMultiplexed);
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
        return begun && !whole ? System.nanoTime() - silence.heardNanos : 0;
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
        return whole;
    }

    /** Tells whether a part of the response is still to come and the exchange has not failed. */
    @Override
    public boolean isUnderWay() {
        return !whole && !end.over.get();
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
        if (!opensTunnel && !connection.isAtTarget()) { // as in a blocking pool
            throw new RequestNotExecutedException();
        }
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
        return !begun && !end.over.get();
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
        begins(response);
        if (isAll) {
            ends();
        }
        if (response.getCode() >= HttpStatus.SC_CLIENT_ERROR) {
            end.refused();
        }
        if (hear()) {
            if (call != null && !opensTunnel) {
                call.answered();
            }
            try {
                check(response, isAll, request);
                if (facts != null) {
                    facts.answered(response.getCode(), System.nanoTime());
                }
                if (isAll) {
                    noteEnd(null);
                }
                hand(response, details, context);
            } catch (Throwable e) {
                throw reset(isLostTunnel(response) ? connection.endOfExchange(true) : CallerErrors.asException(e));
            }
        }
        if (isAll) {
            end.answered();
        }
    }

    // Notes its head, and what that says about the connection.
    private void begins(HttpResponse response) {
        if (isTunnel(response)) {
            connection.tunnelBegun();
        } else {
            connection.answered(response);
        }
        if (opensTunnel) {
            connection.tunnelled(response.getCode());
        } else {
            connection.lessons.answered(response.getCode(), context);
        }
        begun = true;
    }

    private boolean isTunnel(HttpResponse response) {
        return opensTunnel && response.getCode() == HttpStatus.SC_OK;
    }

    // HttpClient fails with a state of its own then.
    private boolean isLostTunnel(HttpResponse response) {
        return isTunnel(response) && (connection.isClosed() || !connection.isOpen());
    }

    private void ends() {
        if (whole) {
            return;
        }
        whole = true;
        window.ended = true;
        if (!isMultiplexed) {
            connection.http1.answered();
        }
    }

    private void check(HttpResponse response, boolean isAll, @Nullable HttpRequest request)
            throws HttpException, IOException {
        TunnelResponse.check(request, response, lease.route());
        if (isTunnel(response)) {
            connection.http1.refusePlaintext(lease.route());
        }
        if (isMultiplexed) {
            announced(response, request);
            if (isAll) {
                checkLength();
            }
        }
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

    private void countBody(int bytes) throws H2StreamResetException {
        received += bytes;
        if (announced >= 0 && received > announced) {
            throw malformed("longer");
        }
    }

    private void checkLength() throws H2StreamResetException {
        if (announced >= 0 && received < announced) {
            throw malformed("shorter");
        }
    }

    private H2StreamResetException malformed(String how) {
        return new H2StreamResetException(
                H2Error.PROTOCOL_ERROR,
                "The body of the response is " + how + " than its head announces (" + announced + " bytes)");
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
            interim = StrictHeads.interim(HttpStatus.SC_CONTINUE, interim);
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
            countBody(bytes.remaining());
            caller.consume(bytes);
        } catch (Throwable e) {
            throw resetAtData(CallerErrors.asException(e));
        } finally {
            end.leaveCaller();
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        ends();
        if (hear() && end.enterCaller()) {
            try {
                checkLength();
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
