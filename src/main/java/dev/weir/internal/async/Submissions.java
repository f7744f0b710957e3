package dev.weir.internal.async;

import java.nio.channels.CancelledKeyException;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.ProtocolIOSession;

/** The requests of a connection on their way to its thread. Thread-safe. */
final class Submissions {

    private final AsyncConnection connection;
    private final CommandQueue commands = new CommandQueue();

    Submissions(AsyncConnection connection) {
        this.connection = connection;
    }

    /** Those that wait to be sent over HTTP/2. */
    CommandQueue commands() {
        return commands;
    }

    void submit(StreamExchange exchange) {
        boolean isMultiplexed = connection.multiplexed;
        ProtocolIOSession open = connection.session;
        if (open == null || !connection.isOpen()) {
            exchange.end.withdraw();
            return;
        }
        connection.books().used();
        if (!isMultiplexed) {
            open.enqueue(exchange.command, Command.Priority.NORMAL);
        } else if (commands.add(exchange.command)) {
            askForEvent();
        }
        if (!open.isOpen()) {
            exchange.end.withdraw(); // there may be no thread left to run the command
        }
    }

    /**
     * Makes sure that the end of the current event is noticed. It always is over HTTP/1.1, and without TLS: there one event
     * reads all that has arrived, while each record of TLS is an event of its own.
     */
    void askForEnd() {
        if (connection.multiplexed && connection.engine() != null) {
            askForEvent();
        }
    }

    /** Makes the thread of the connection check for work. */
    void askForEvent() {
        try {
            connection.openSession().setEvent(EventMask.WRITE);
        } catch (CancelledKeyException e) {
            // It is closed, which is an event, too.
        }
    }
}
