package dev.weir.internal.client;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/**
 * Tracks how far a decoded body is ahead of its reader, and how many coded bytes the server may send. One window of coded
 * bytes is decoded at once; more is granted when the reader has taken the result. Thread-safe.
 */
final class DecodingPace implements CapacityChannel {

    // What arrives before a reader has granted anything, over either protocol: a reader may leave almost as much
    // ungranted forever.
    private static final int FIRST_WINDOW = 65_535;

    // Less often than at each frame, and long before the sender runs out of window.
    private static final int GRANT_BYTES = 16 * 1024;

    private final ReentrantLock lock = new ReentrantLock();

    // All guarded by the lock.
    private @Nullable CapacityChannel sender;
    private long ahead;
    private int toGrant;

    void sender(CapacityChannel channel) {
        lock.lock();
        try {
            sender = channel;
        } finally {
            lock.unlock();
        }
    }

    /** Notes decoded input bytes, and grants as many again, in larger steps, if the reader keeps up. */
    void used(int codedBytes) throws IOException {
        change(0, codedBytes, GRANT_BYTES);
    }

    /** Notes decoded bytes that were passed to the reader. */
    void given(int decodedBytes) {
        lock.lock();
        try {
            ahead += decodedBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Notes decoded bytes that the reader has taken, or is ready to take. */
    @Override
    public void update(int decodedBytes) throws IOException {
        change(decodedBytes, 0, 1);
    }

    // Not under the lock, because it writes to the connection.
    private void change(int taken, int used, int leastGrant) throws IOException {
        CapacityChannel to;
        int count;
        lock.lock();
        try {
            ahead -= Math.max(0, taken);
            toGrant += used;
            to = ahead < FIRST_WINDOW && toGrant >= leastGrant ? sender : null;
            count = toGrant;
            toGrant = to == null ? toGrant : 0;
        } finally {
            lock.unlock();
        }
        if (to != null) {
            to.update(count);
        }
    }
}
