package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.Lock;

/**
 * Gathers the frames that HttpCore 5.4 writes one by one, so that those of one event leave together. Over TLS each write would
 * become a record, and the buffer behind it takes a second record only when the first is sent: each request would cost an
 * encryption, a turn of the selector and a system call. Without TLS it would cost a system call. Thread-safe.
 */
final class FrameBatch {

    // What one TLS record holds, which is all that the session takes at once.
    private static final int BYTES = 16 * 1024;

    private final WritableByteChannel session;
    private final Lock lock;

    // All guarded by the lock.
    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    private boolean ended;

    /**
     * Creates it.
     *
     * @param session what the frames are sent by
     * @param lock the lock of the session, under which HttpCore writes
     */
    FrameBatch(WritableByteChannel session, Lock lock) {
        this.session = session;
        this.lock = lock;
    }

    /** Takes bytes as the session does: as many as there is room for. Whoever writes has {@link #flush()} called afterwards. */
    int write(ByteBuffer from) throws IOException {
        lock.lock();
        try {
            if (ended && bytes.position() > 0) {
                drain();
            }
            if ((ended && bytes.position() == 0) || !session.isOpen()) {
                return session.write(from);
            }
            int before = from.remaining();
            gather(from);
            if (from.hasRemaining()) {
                drain();
                gather(from);
            }
            return before - from.remaining();
        } finally {
            lock.unlock();
        }
    }

    private void gather(ByteBuffer from) {
        int count = Math.min(from.remaining(), bytes.remaining());
        bytes.put(bytes.position(), from, from.position(), count);
        bytes.position(bytes.position() + count);
        from.position(from.position() + count);
    }

    private void drain() throws IOException {
        bytes.flip();
        try {
            session.write(bytes);
        } finally {
            bytes.compact();
        }
    }

    /** Sends what was gathered; returns false if the session did not take all of it, and this must be called once more. */
    boolean flush() throws IOException {
        lock.lock();
        try {
            if (bytes.position() > 0 && session.isOpen()) {
                drain();
            }
            return bytes.position() == 0 || !session.isOpen();
        } finally {
            lock.unlock();
        }
    }

    /** Sends what was gathered, as far as the session takes it. What is written from now on goes to the session at once. */
    void end() {
        lock.lock();
        try {
            flush();
        } catch (IOException e) {
            // The session ends, by this or by what ended the batch.
        } finally {
            ended = true;
            lock.unlock();
        }
    }
}
