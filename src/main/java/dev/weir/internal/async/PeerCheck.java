package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http2.nio.AsyncPingHandler;
import org.apache.hc.core5.http2.nio.command.PingCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/**
 * Checks by pings whether the peer of a connection with HTTP/2 is there, and ends the connection if it does not reply.
 * Anything that arrives is a reply. All times are monotonic, because the time of day may be set. Thread-safe.
 */
final class PeerCheck {

    // A peer that is there replies to a ping within a round trip.
    private static final long REPLY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AsyncConnection connection;
    private final Alarms alarms;
    // The ping until whose end the connection admits no exchange; null if there is none.
    private final AtomicReference<@Nullable Ping> awaited = new AtomicReference<>();

    private volatile long heardNanos;

    PeerCheck(AsyncConnection connection, Alarms alarms) {
        this.connection = connection;
        this.alarms = alarms;
        this.heardNanos = alarms.nowNanos();
    }

    /** Notes that something has arrived. */
    void heard() {
        heardNanos = alarms.nowNanos();
        Ping ping = awaited.get();
        if (ping != null) {
            ping.end();
        }
    }

    /** Tells whether the connection admits no exchange until the peer replies. */
    boolean isAwaited() {
        return awaited.get() != null;
    }

    /** Notes that an exchange heard nothing for this long. If nothing at all arrived meanwhile, asks the peer. */
    void silent(ProtocolIOSession session, long nanos) {
        Ping ping = new Ping(this::admit);
        if (alarms.nowNanos() - heardNanos >= nanos && awaited.compareAndSet(null, ping)) {
            ping.send(session);
            connection.changeRoom();
        }
    }

    private void admit() {
        awaited.set(null);
        connection.changeRoom();
    }

    /**
     * Asks the peer before its idle connection is used, and goes on once: when the peer has replied, so that everything that
     * it sent before was read, above all the end of the connection; or when it is known to be gone.
     */
    void beforeUse(ProtocolIOSession session, Runnable next) {
        new Ping(next).send(session);
    }

    private void close() {
        connection.retire(CloseCause.STALE);
        connection.close(CloseMode.IMMEDIATE);
    }

    private final class Ping implements AsyncPingHandler {
        private static final int DATA_BYTES = 8;

        private final Runnable next;
        private final long askedNanos = alarms.nowNanos();
        private final AtomicBoolean over = new AtomicBoolean();
        // Written by the thread of the connection, which may be busy elsewhere; HttpCore sends none while all streams
        // are in use.
        private volatile boolean isSent;
        private volatile @Nullable Limit limit;

        Ping(Runnable next) {
            this.next = next;
        }

        void send(ProtocolIOSession session) {
            await(false);
            session.enqueue(new PingCommand(this), Command.Priority.IMMEDIATE);
        }

        private void await(boolean isLate) {
            Limit wait = new Limit(isLate);
            limit = wait;
            try {
                alarms.set(wait);
            } catch (NoThreadException e) {
                end(); // no thread would end the wait
            }
        }

        void end() {
            if (over.compareAndSet(false, true)) {
                Limit wait = limit;
                if (wait != null) {
                    alarms.off(wait);
                }
                CallbackExecutor.run(next);
            }
        }

        private void unanswered() {
            if (over.compareAndSet(false, true)) {
                close();
                next.run();
            }
        }

        private final class Limit extends Alarm {
            private final boolean isLate;

            Limit(boolean isLate) {
                super(alarms.nowNanos() + REPLY_NANOS);
                this.isLate = isLate;
            }

            @Override
            protected void ring() {
                if (heardNanos - askedNanos > 0) {
                    end();
                } else if (isSent || isLate) {
                    CallbackExecutor.run(Ping.this::unanswered);
                } else {
                    await(true); // the peer gets the same time once more
                }
            }
        }

        @Override
        public ByteBuffer getData() {
            isSent = true;
            return ByteBuffer.allocate(DATA_BYTES);
        }

        @Override
        public void consumeResponse(ByteBuffer feedback) {
            end();
        }

        @Override
        public void failed(Exception cause) {
            end();
        }

        @Override
        public void cancel() {
            end();
        }
    }
}
