package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.StaleReuse;
import dev.weir.internal.callback.EndOfEvent;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.StreamDial;
import dev.weir.internal.pool.StreamLease;
import dev.weir.internal.pool.StreamSettings;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http.impl.nio.HttpConnectionEventHandler;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.nio.command.PingCommand;
import org.apache.hc.core5.http2.nio.support.BasicPingHandler;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/** A connection of the reactor, and the exchanges on it. Thread-safe. */
final class AsyncConnection extends SessionTransport {

    // A peer that is there answers a ping within a round trip.
    private static final long LONGEST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AsyncPool pool;
    private final Set<StreamExchange> exchanges = ConcurrentHashMap.newKeySet();
    private final Heartbeat heartbeat = new Heartbeat(System.nanoTime());
    private final Resets resets = new Resets();
    private final OpenStreams openStreams = new OpenStreams();
    private final EndOfEvent endOfEvent = new EndOfEvent(this::askForEvent);
    private final AnswerLessons answers;
    private final Http1Answers http1 = new Http1Answers(this);
    private final Question question = new Question(this::gone);
    private final CommandQueue commands = new CommandQueue();

    // Written by the thread that dials; null when the dial has ended.
    private volatile @Nullable StreamDial dial;
    // Written before the dial begins.
    private volatile @Nullable AsyncDialer dialer;
    // Written by the thread of the connection.
    private volatile int allowedStreams = Integer.MAX_VALUE;
    private volatile boolean multiplexed;
    private volatile boolean tunnel;
    private volatile int leastWindowUpdate;
    // Written and read by the thread of the connection.
    private @Nullable StreamExchange sending;
    private int resetStreamId;
    private int padding;

    AsyncConnection(AsyncPool pool) {
        this.pool = pool;
        this.answers = new AnswerLessons(this, pool);
    }

    void dialing(StreamDial newDial, AsyncDialer by) {
        dialer = by;
        dial = newDial;
    }

    /** Notes that its session has ended. */
    void disconnected() {
        AsyncDialer by = dialer;
        if (by != null) {
            by.disconnected(this);
        }
    }

    /** Closes the socket, because its pool was closed: with a goodbye if it takes one at once. */
    void cut() {
        ProtocolIOSession open = session();
        if (open != null) {
            open.close(CloseMode.GRACEFUL);
            Closer.closeQuietly(open.channel()); // which ends the connection in order, where the next would reset it
            open.close(CloseMode.IMMEDIATE);
        }
    }

    /** Whose threads do it, for those who look why one is busy. */
    String owner() {
        return pool.toString();
    }

    /** Notes that a user logs it in. Over HTTP/2 others use it at the same time, so that it must go. */
    void loggedIn() {
        boolean isShared = multiplexed && !books().isPrivate();
        books().loggedIn();
        if (isShared) {
            pool.retire(this, CloseCause.PRIVATE);
        }
    }

    /** Notes that it leads through a proxy to its target. */
    void tunnelled() {
        tunnel = true;
    }

    boolean isTunnel() {
        return tunnel;
    }

    void multiplex() {
        multiplexed = true;
    }

    @Override
    public boolean isMultiplexed() {
        return multiplexed;
    }

    /** Ends the dial well; closes the connection if nobody wants it any more. */
    void established(int streams) {
        StreamDial ending = dial;
        dial = null;
        if (ending != null && !ending.succeeded(streams)) {
            close(CloseMode.IMMEDIATE);
        }
    }

    /** Takes note of how many streams the server allows. Its first settings end the dial. */
    void allowed(int streams) {
        allowedStreams = streams;
        if (dial != null) {
            established(streams);
        } else {
            pool.changeRoom(this);
        }
    }

    @Override
    protected void settingsChanged() {
        if (multiplexed && dial == null) {
            pool.changeRoom(this);
        }
    }

    @Override
    protected Collection<StreamExchange> holdings() {
        return exchanges;
    }

    @Override
    protected boolean isAlive(StreamSettings settings) {
        ProtocolIOSession open = session();
        if (open == null || !multiplexed || dial != null) {
            return true;
        }
        return switch (heartbeat.next(System.nanoTime(), settings)) {
            case REST -> true;
            case ASK -> {
                ping(open);
                yield true;
            }
            case GONE -> false;
        };
    }

    private static void ping(ProtocolIOSession open) {
        open.enqueue(new PingCommand(new BasicPingHandler(isAnswered -> {})), Command.Priority.IMMEDIATE);
    }

    /** Has its peer asked whether it is there, if that is to be done before each use and nobody uses it, and goes on then. */
    void readyFor(StreamLease lease, Runnable next) {
        ProtocolIOSession open = session();
        if (open == null || !multiplexed || !lease.isToBeVerified() || isInUse()) {
            next.run();
            return;
        }
        PingBeforeUse ping = new PingBeforeUse(answerNanos(), this::silentBeforeUse, next);
        ping.begin();
        open.enqueue(new PingCommand(ping), Command.Priority.IMMEDIATE);
    }

    // Those whose response is whole may be on their way out still.
    private boolean isInUse() {
        return exchanges.stream().anyMatch(StreamExchange::isUnderWay);
    }

    private void silentBeforeUse() {
        pool.retire(this, CloseCause.STALE);
        books().close(CloseMode.IMMEDIATE);
    }

    void pinged() {
        heartbeat.sent(System.nanoTime());
        question.sent();
    }

    /** Takes note that an exchange heard nothing for so long. If nobody did, the peer is asked whether it is there. */
    void silent(long nanos) {
        ProtocolIOSession open = session();
        if (open == null || !multiplexed) {
            return;
        }
        if (heartbeat.silentNanos(System.nanoTime()) >= nanos && question.ask(answerNanos())) {
            ping(open);
            pool.changeRoom(this);
        }
    }

    private long answerNanos() {
        return Math.min(pool.settings().pingTimeout().toNanos(), LONGEST_ANSWER_NANOS);
    }

    private void gone() {
        if (question.isOpen()) {
            pool.retire(this, CloseCause.STALE);
            books().close(CloseMode.IMMEDIATE);
        }
    }

    /** Takes note that something has come: its peer is there. */
    void heard() {
        heartbeat.heard(System.nanoTime());
        if (question.answered()) {
            pool.changeRoom(this);
        }
    }

    @Override
    protected int streams() {
        return question.isOpen() ? 0 : mostStreams() - resets.forsaken();
    }

    // A proxy may have logged a user in before HTTP/2 began behind it: nobody may share the connection then.
    private int mostStreams() {
        return books().isPrivate() ? Math.min(1, allowedStreams) : Math.min(allowedStreams, pool.maxStreams());
    }

    /** Takes note of a stream that the server resets. */
    void serverReset(int streamId) {
        resetStreamId = streamId;
    }

    /** Says whether it is this stream that the server has reset last. For the thread of the connection. */
    boolean isReset(int streamId) {
        return resetStreamId == streamId;
    }

    /** Takes note of the last stream that the server will answer: the others it promises not to have touched. */
    void goneAway(int lastStreamId, boolean isError) {
        answers.goneAway(lastStreamId, isError, exchanges);
        pool.retire(this, CloseCause.SERVER_CLOSE_HEADER);
        for (StreamExchange exchange : exchanges) {
            if (exchange.streamId() > lastStreamId) {
                exchange.notExecuted();
            }
        }
    }

    /** Takes note of the end of the connection, which is still being closed. */
    void broke(Exception cause) {
        if (session() != null) {
            if (cause instanceof IOException end && StaleReuse.isEnd(end)) {
                lessons().ended();
            }
            pool.retire(this, causeOf(cause));
        }
    }

    private static CloseCause causeOf(Exception cause) {
        if (cause instanceof RequestNotExecutedException) {
            return CloseCause.SERVER_CLOSED_IDLE;
        }
        if (isAgainstProtocol(cause)) {
            return CloseCause.PROTOCOL_ERROR;
        }
        return cause instanceof IOException end && StaleReuse.isEnd(end) ? CloseCause.RESET : CloseCause.ERROR;
    }

    // HttpCore takes a body that is cut off for one that is malformed.
    private static boolean isAgainstProtocol(Exception cause) {
        return cause instanceof HttpException
                || cause instanceof H2ConnectionException
                || (cause instanceof MalformedChunkCodingException && !(cause instanceof TruncatedChunkException));
    }

    /** Takes note that an exchange is cancelled: over HTTP/1.1 that ends the connection, over HTTP/2 the others go on. */
    void cancelled() {
        if (!multiplexed) {
            books().suspect(CloseCause.CANCELLED);
        }
    }

    /** What may come on it while it speaks HTTP/1.1. */
    Http1Answers http1() {
        return http1;
    }

    /** Takes note that something has come that no request asked for; it is being closed. */
    void unasked(CloseCause cause) {
        lessons().ended();
        pool.retire(this, cause);
    }

    /** Notes which exchange sends its request, so that its stream can be told. */
    void sending(@Nullable StreamExchange exchange) {
        sending = exchange;
    }

    /** Returns which exchange sends its request at the moment. For the thread of the connection. */
    @Nullable
    StreamExchange sending() {
        return sending;
    }

    /** The streams on which something may come. */
    OpenStreams openStreams() {
        return openStreams;
    }

    void became(int streamId) {
        answers.begun(streamId);
        openStreams.begun(streamId);
        if (sending != null) {
            sending.became(streamId);
        }
    }

    void submit(StreamExchange exchange) {
        exchanges.add(exchange);
        long backoffNanos = multiplexed ? lessons().backoffNanos() : 0;
        if (backoffNanos > 0) {
            new Delay(backoffNanos, () -> submitLate(exchange)).begin();
        } else {
            enqueue(exchange);
        }
    }

    private void submitLate(StreamExchange exchange) {
        if (exchange.isUnderWay()) {
            enqueue(exchange);
        } else {
            exchanges.remove(exchange); // its caller gave it up meanwhile
        }
    }

    private void enqueue(StreamExchange exchange) {
        ProtocolIOSession open = session();
        if (open == null || !isOpen()) {
            exchange.withdraw();
            return;
        }
        books().used();
        enqueue(exchange.command(), open);
        if (!open.isOpen()) {
            exchange.withdraw(); // nobody may be left to look at the command
        }
    }

    private void enqueue(Command command, ProtocolIOSession open) {
        if (!multiplexed) {
            open.enqueue(command, Command.Priority.NORMAL);
        } else if (commands.add(command)) {
            askForEvent();
        }
    }

    /** The requests that wait to be sent over HTTP/2. */
    CommandQueue commands() {
        return commands;
    }

    /** Takes note of an interim answer. */
    void interim(int streamId) {
        for (StreamExchange exchange : exchanges) {
            if (exchange.streamId() == streamId) {
                exchange.interim();
            }
        }
    }

    /** Notes that an exchange was given up here; its stream goes on until it is reset. */
    void forsake() {
        resets.forsake();
        pool.changeRoom(this);
    }

    /** Has the stream of an exchange reset, which is cancelled already. */
    void reset(StreamExchange exchange) {
        resets.add(exchange);
        askForEvent();
    }

    /** Has the body of an exchange sent without a 100 of the server. */
    void proceed(StreamExchange exchange) {
        resets.proceed(exchange);
        askForEvent();
    }

    private void askForEvent() {
        try {
            openSession().setEvent(EventMask.WRITE);
        } catch (CancelledKeyException e) {
            // It is closed, which is an event, too.
        }
    }

    /** The end of each event. */
    EndOfEvent endOfEvent() {
        return endOfEvent;
    }

    /** Takes note of a frame that has come, which its exchange gets next. */
    void framed(RawFrame frame, int paddingBytes) {
        resets.framed(frame);
        padding = paddingBytes;
    }

    /** Returns how much of the window the frame has used up for nothing that its exchange is now given a part of. */
    int padding() {
        return padding;
    }

    /** Notes how large the window is with which each stream begins; a server may begin with the usual one. */
    void receivesBy(int streamWindow) {
        leastWindowUpdate = Math.min(streamWindow, H2Config.INIT.getInitialWindowSize()) / 4;
    }

    /** Returns how much of a window is granted at once, at least: a quarter; over HTTP/1.1 nobody is told. */
    int leastWindowUpdate() {
        return leastWindowUpdate;
    }

    /** Resets the streams of the exchanges that were given up. */
    void resetGivenUp(HttpConnectionEventHandler http2, IOSession open) throws IOException {
        boolean isDone = resets.run(http2, open);
        if (!isDone && resets.forsaken() >= mostStreams()) {
            pool.retire(this, CloseCause.CANCELLED); // all its places are taken by nobody, behind half a frame
        }
    }

    /** Notes that the stream of an exchange is closed. */
    void ended(StreamExchange exchange, boolean wasForsaken) {
        exchanges.remove(exchange);
        openStreams.reset(exchange.streamId(), System.nanoTime());
        answers.ended(exchange);
        if (wasForsaken) {
            resets.ended();
            pool.changeRoom(this);
        }
    }

    /** Returns how many answers have begun, or were promised by GOAWAY: the server gets on as long as that grows. */
    int answers() {
        return answers.answers();
    }

    /** Takes note of what the server says of keeping the connection. */
    void answered(HttpResponse response, int streamId, boolean isAskedToClose) {
        answers.answered(response, streamId, isAskedToClose);
    }

    /** Takes note that the answer has made it a tunnel. */
    void tunnelBegun() {
        answers.tunnelBegun();
    }

    @Override
    public void close(CloseMode mode) {
        ProtocolIOSession open = session();
        if (open == null) {
            return;
        }
        List<StreamExchange> unanswered = exchanges.stream()
                .filter(exchange -> !exchange.hasHeardAll()) // which end by themselves, and well
                .toList();
        boolean saysGoodbye = mode == CloseMode.GRACEFUL && resets.forsaken() == 0 && unanswered.isEmpty();
        if (saysGoodbye && open.isOpen()) {
            open.enqueue(new ShutdownCommand(CloseMode.GRACEFUL), Command.Priority.IMMEDIATE);
        } else {
            Exception end = pool.endOfConnection();
            unanswered.forEach(exchange -> exchange.failed(end));
            open.close(mode);
        }
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    @Override
    public ProtocolVersion getProtocolVersion() {
        return multiplexed ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1;
    }
}
