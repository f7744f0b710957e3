package dev.weir.internal.call;

import dev.weir.internal.callback.CallerErrors;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncDataProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;

/** Reads and drops the rest of a body that no caller wants any longer, so that its sender can finish. For one thread. */
public final class Discarded implements DataStreamChannel {

    // The client of a pool ends a body at once. Other clients may have much left, or an endless body.
    private static final int MOST_PARTS = 100;

    private boolean moves = true;
    private boolean ended;

    Discarded() {}

    /**
     * Reads what is available.
     *
     * @param producer has the body
     * @param call the call that it is of; null if its client is not the pool's
     * @return whether that was all
     */
    public static boolean restOf(AsyncDataProducer producer, @Nullable Call call) {
        Discarded sink = new Discarded();
        if (call != null) {
            call.discard(true);
        }
        try {
            for (int parts = 0; parts < MOST_PARTS && sink.moves && !sink.ended; parts++) {
                sink.moves = false;
                producer.produce(sink);
            }
        } catch (Throwable e) {
            CallerErrors.asException(e); // its caller has the response already
        } finally {
            if (call != null) {
                call.discard(false);
            }
        }
        return sink.ended;
    }

    @Override
    public int write(ByteBuffer bytes) {
        int count = bytes.remaining();
        bytes.position(bytes.limit());
        moves |= count > 0;
        return count;
    }

    @Override
    public void endStream() {
        ended = true;
    }

    @Override
    public void endStream(@Nullable List<? extends Header> trailers) {
        ended = true;
    }

    @Override
    public void requestOutput() {
        // It accepts everything.
    }
}
