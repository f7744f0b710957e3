package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http2.nio.AsyncPingHandler;

/**
 * A ping to the peer of an idle connection before a caller gets it. When the reply arrives, everything that the peer sent
 * before it has been read, above all the end of the connection. Goes on once, whatever the result. Thread-safe.
 */
final class PingBeforeUse extends Alarm implements AsyncPingHandler {

    private static final int DATA_BYTES = 8;

    private final Alarms alarms;
    private final Runnable onSilence;
    private final Runnable next;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * Creates it.
     *
     * @param nanos how long the peer has to reply
     * @param alarms tell the time, and when it is over
     * @param onSilence what to do when it does not, before the next step
     * @param next the next step
     */
    PingBeforeUse(long nanos, Alarms alarms, Runnable onSilence, Runnable next) {
        super(alarms.nowNanos() + nanos);
        this.alarms = alarms;
        this.onSilence = onSilence;
        this.next = next;
    }

    /** Limits the wait for the reply. */
    void begin() {
        try {
            alarms.set(this);
        } catch (NoThreadException e) {
            end(); // no thread would end the wait
        }
        if (ended.get()) {
            alarms.off(this);
        }
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
                onSilence.run();
                next.run();
            });
        }
    }

    @Override
    public ByteBuffer getData() {
        return ByteBuffer.allocate(DATA_BYTES);
    }

    @Override
    public void consumeResponse(ByteBuffer feedback) throws HttpException {
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
