package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.StreamSettings;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http2.nio.command.PingCommand;
import org.apache.hc.core5.http2.nio.support.BasicPingHandler;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.ProtocolIOSession;

/**
 * Whether the peer of a connection with HTTP/2 is there: when it is asked by a ping, and what becomes of the connection if
 * it does not answer. Anything that comes is a reply. Thread-safe.
 */
final class PeerCheck {

    // A peer that is there answers a ping within a round trip.
    private static final long LONGEST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AsyncConnection connection;
    private final AsyncPool pool;
    private final Heartbeat heartbeat = new Heartbeat(System.nanoTime());
    private final Question question = new Question(this::gone);

    PeerCheck(AsyncConnection connection, AsyncPool pool) {
        this.connection = connection;
        this.pool = pool;
    }

    /** Takes note that something has come. */
    void heard() {
        heartbeat.heard(System.nanoTime());
        if (question.answered()) {
            pool.changeRoom(connection);
        }
    }

    /** Takes note that a ping was sent. */
    void pinged() {
        heartbeat.sent(System.nanoTime());
        question.sent();
    }

    /** Says whether the connection takes no exchange until the peer answers. */
    boolean isAwaited() {
        return question.isOpen();
    }

    /** Asks the peer if it is time to; returns false if it did not answer in time. */
    boolean isPassed(ProtocolIOSession session, StreamSettings settings) {
        return switch (heartbeat.next(System.nanoTime(), settings)) {
            case REST -> true;
            case ASK -> {
                ping(session);
                yield true;
            }
            case GONE -> false;
        };
    }

    /** Asks the peer before its connection is used, and goes on when it has answered, or is known to be gone. */
    void beforeUse(ProtocolIOSession session, Runnable next) {
        PingBeforeUse ping = new PingBeforeUse(answerNanos(), this::close, next);
        ping.begin();
        session.enqueue(new PingCommand(ping), Command.Priority.IMMEDIATE);
    }

    /** Takes note that an exchange heard nothing for so long. If nothing at all came meanwhile, the peer is asked. */
    void silent(ProtocolIOSession session, long nanos) {
        if (heartbeat.silentNanos(System.nanoTime()) >= nanos && question.ask(answerNanos())) {
            ping(session);
            pool.changeRoom(connection);
        }
    }

    private static void ping(ProtocolIOSession session) {
        session.enqueue(new PingCommand(new BasicPingHandler(isAnswered -> {})), Command.Priority.IMMEDIATE);
    }

    private long answerNanos() {
        return Math.min(pool.settings().pingTimeout().toNanos(), LONGEST_ANSWER_NANOS);
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
