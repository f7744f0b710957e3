package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.StreamSettings;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http2.nio.command.PingCommand;
import org.apache.hc.core5.http2.nio.support.BasicPingHandler;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.ProtocolIOSession;

/**
 * Checks by pings whether the peer of a connection with HTTP/2 is there, and ends the connection if it does not reply.
 * Anything that arrives is a reply. Thread-safe.
 */
final class PeerCheck {

    // A peer that is there replies to a ping within a round trip.
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AsyncConnection connection;
    private final AsyncPool pool;
    private final Alarms alarms;
    private final Heartbeat heartbeat;
    private final Question question;

    PeerCheck(AsyncConnection connection, AsyncPool pool, Alarms alarms) {
        this.connection = connection;
        this.pool = pool;
        this.alarms = alarms;
        this.heartbeat = new Heartbeat(alarms.nowNanos());
        this.question = new Question(alarms, this::gone);
    }

    /** Notes that something has arrived. */
    void heard() {
        heartbeat.heard(alarms.nowNanos());
        if (question.answered()) {
            pool.changeRoom(connection);
        }
    }

    /** Notes that a ping was sent. */
    void pinged() {
        heartbeat.sent(alarms.nowNanos());
        question.sent();
    }

    /** Tells whether the connection admits no exchange until the peer replies. */
    boolean isAwaited() {
        return question.isOpen();
    }

    /** Asks the peer if it is time to; returns false if the peer did not reply in time. */
    boolean pingIfDue(ProtocolIOSession session, StreamSettings settings) {
        return switch (heartbeat.next(alarms.nowNanos(), settings)) {
            case REST -> true;
            case ASK -> {
                ping(session);
                yield true;
            }
            case GONE -> false;
        };
    }

    /** Asks the peer before its connection is used, and goes on when the peer has replied or is known to be gone. */
    void beforeUse(ProtocolIOSession session, Runnable next) {
        PingBeforeUse ping = new PingBeforeUse(ANSWER_NANOS, alarms, this::close, next);
        ping.begin();
        session.enqueue(new PingCommand(ping), Command.Priority.IMMEDIATE);
    }

    /** Notes that an exchange heard nothing for this long. If nothing at all arrived meanwhile, asks the peer. */
    void silent(ProtocolIOSession session, long nanos) {
        if (heartbeat.silentNanos(alarms.nowNanos()) >= nanos && question.ask(ANSWER_NANOS)) {
            ping(session);
            pool.changeRoom(connection);
        }
    }

    private static void ping(ProtocolIOSession session) {
        session.enqueue(new PingCommand(new BasicPingHandler(isAnswered -> {})), Command.Priority.IMMEDIATE);
    }

    private void gone() {
        if (question.isOpen()) {
            close();
        }
    }

    private void close() {
        pool.retire(connection, CloseCause.STALE);
        connection.books().close(CloseMode.IMMEDIATE);
    }
}
