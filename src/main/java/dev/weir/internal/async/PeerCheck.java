package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.StreamSettings;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http2.nio.AsyncPingHandler;
import org.apache.hc.core5.http2.nio.command.PingCommand;
import org.apache.hc.core5.http2.nio.support.BasicPingHandler;
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
    private final AsyncPool pool;
    private final Alarms alarms;
    // The wait for a reply, until which the connection admits no exchange; null if there is none.
    private final AtomicReference<@Nullable Wait> open = new AtomicReference<>();

    // For the maintenance alone: whether it waits for the reply to a ping.
    private boolean isPinged;

    private volatile long heardNanos;
    // When the last ping was sent: HttpCore sends none while all streams are in use. Null until then.
    private volatile @Nullable Long sentNanos;

    PeerCheck(AsyncConnection connection, AsyncPool pool, Alarms alarms) {
        this.connection = connection;
        this.pool = pool;
        this.alarms = alarms;
        this.heardNanos = alarms.nowNanos();
    }

    /** Notes that something has arrived. */
    void heard() {
        heardNanos = alarms.nowNanos();
        Wait wait = open.get();
        if (wait != null && open.compareAndSet(wait, null)) {
            alarms.off(wait);
            pool.changeRoom(connection);
        }
    }

    /** Notes that a ping was sent. */
    void pinged() {
        sentNanos = alarms.nowNanos();
        Wait wait = open.get();
        if (wait != null) {
            wait.isSent = true;
        }
    }

    /** Tells whether the connection admits no exchange until the peer replies. */
    boolean isAwaited() {
        return open.get() != null;
    }

    /** Asks the peer if it is time to; returns false if the peer did not reply in time. For the maintenance. */
    boolean pingIfDue(ProtocolIOSession session, StreamSettings settings) {
        long nowNanos = alarms.nowNanos();
        Long sent = sentNanos;
        if (isPinged) {
            isPinged = sent == null || heardNanos - sent < 0;
            return !isPinged || sent == null || nowNanos - sent < StreamSettings.PING_TIMEOUT.toNanos();
        }
        if (!settings.ping().isZero()
                && nowNanos - heardNanos >= settings.ping().toNanos()) {
            isPinged = true;
            sentNanos = null;
            ping(session);
        }
        return true;
    }

    /** Notes that an exchange heard nothing for this long. If nothing at all arrived meanwhile, asks the peer. */
    void silent(ProtocolIOSession session, long nanos) {
        Wait wait = new Wait(false);
        if (alarms.nowNanos() - heardNanos >= nanos && open.compareAndSet(null, wait)) {
            set(wait);
            ping(session);
            pool.changeRoom(connection);
        }
    }

    private static void ping(ProtocolIOSession session) {
        session.enqueue(new PingCommand(new BasicPingHandler(isAnswered -> {})), Command.Priority.IMMEDIATE);
    }

    private void set(Wait wait) {
        try {
            alarms.set(wait);
        } catch (NoThreadException e) {
            CallbackExecutor.run(this::close); // no thread would end the wait for the reply
        }
    }

    private void close() {
        pool.retire(connection, CloseCause.STALE);
        connection.books().close(CloseMode.IMMEDIATE);
    }

    /** The wait for a reply of a peer that was silent while an exchange timed out. */
    private final class Wait extends Alarm {
        // Written by the thread of the connection: if that is busy elsewhere, the peer gets the same time once more.
        private volatile boolean isSent;

        Wait(boolean isSent) {
            super(alarms.nowNanos() + REPLY_NANOS);
            this.isSent = isSent;
        }

        @Override
        protected void ring() {
            Wait again = new Wait(true);
            if (isSent) {
                CallbackExecutor.run(this::end);
            } else if (open.compareAndSet(this, again)) {
                set(again);
            }
        }

        private void end() {
            if (open.get() == this) {
                close();
            }
        }
    }

    /**
     * Asks the peer before its idle connection is used, and goes on once: when the peer has replied, so that everything that
     * it sent before was read, above all the end of the connection; or when it is known to be gone.
     */
    void beforeUse(ProtocolIOSession session, Runnable next) {
        First first = new First(next);
        try {
            alarms.set(first);
            session.enqueue(new PingCommand(first), Command.Priority.IMMEDIATE);
        } catch (NoThreadException e) {
            next.run(); // no thread would end the wait
        }
    }

    private final class First extends Alarm implements AsyncPingHandler {
        private static final int DATA_BYTES = 8;

        private final Runnable next;
        private final AtomicBoolean ended = new AtomicBoolean();

        First(Runnable next) {
            super(alarms.nowNanos() + REPLY_NANOS);
            this.next = next;
        }

        private void end() {
            if (ended.compareAndSet(false, true)) {
                alarms.off(this);
                CallbackExecutor.run(next);
            }
        }

        @Override
        protected void ring() {
            if (ended.compareAndSet(false, true)) {
                CallbackExecutor.run(() -> {
                    close();
                    next.run();
                });
            }
        }

        @Override
        public ByteBuffer getData() {
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
