package dev.weir.internal.client;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as received, and its codings. It describes itself as decoded, so that no step before the reader
 * decodes it. A reader that accepts it decodes it itself. For another reader it tracks how far the decoded body is ahead of
 * it: one window of coded bytes is decoded at once; more is granted when the reader has taken the result. Any thread may
 * grant; the rest is for the thread of the connection.
 */
final class CodedBody implements EntityDetails, CapacityChannel {

    // What arrives before a reader has granted anything, over either protocol: a reader may leave almost as much
    // ungranted forever.
    private static final int FIRST_WINDOW = 65_535;

    // Less often than at each frame, and long before the sender runs out of window.
    private static final int GRANT_BYTES = 16 * 1024;

    private final EntityDetails wire;
    private final List<String> codings;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean taken;

    // All guarded by the lock.
    private @Nullable CapacityChannel sender;
    private long ahead;
    private int toGrant;

    CodedBody(EntityDetails wire, List<String> codings) {
        this.wire = wire;
        this.codings = List.copyOf(codings);
    }

    /** Returns the entity details that the server sent. */
    EntityDetails wire() {
        return wire;
    }

    List<String> codings() {
        return codings;
    }

    /** Notes that the reader decodes by itself. */
    void take() {
        taken = true;
    }

    boolean isTaken() {
        return taken;
    }

    @Override
    public long getContentLength() {
        return -1;
    }

    @Override
    public String getContentType() {
        return wire.getContentType();
    }

    @Override
    public @Nullable String getContentEncoding() {
        return null;
    }

    @Override
    public boolean isChunked() {
        return true;
    }

    @Override
    public Set<String> getTrailerNames() {
        return wire.getTrailerNames();
    }

    /** Returns the channel through which the reader grants, in place of one to the server. */
    CapacityChannel granting(CapacityChannel to) {
        lock.lock();
        try {
            sender = to;
            return this;
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
    private void change(int read, int used, int leastGrant) throws IOException {
        CapacityChannel to;
        int count;
        lock.lock();
        try {
            ahead -= Math.max(0, read);
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
