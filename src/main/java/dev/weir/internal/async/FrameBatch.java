package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.Lock;

/**
 * Collects the frames that HttpCore 5.4 writes one by one, and sends those of one event together. Over TLS each write would
 * become a record, and the output buffer accepts a second record only after the first is sent: each request would cost an
 * encryption, a turn of the selector and a system call. Without TLS it would cost a system call. Collected frames stay
 * whole: one that does not fit goes by itself, so each record begins with a frame or with the rest of a long one. Tomcat
 * 11.0 cannot parse frames that span records ("Invalid frame type"). Thread-safe.
 */
final class FrameBatch {

    // A little less than one TLS record holds, which is all that the session takes at once.
    private static final int BYTES = 16 * 1024 - 256;

    private final WritableByteChannel session;
    private final Lock lock;

    // All guarded by the lock.
    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    private boolean ended;
    // Whether a part of a frame was sent; the rest comes next.
    private boolean isAmidFrame;

    /**
     * Creates it.
     *
     * @param session sends the frames
     * @param lock the lock of the session, under which HttpCore writes
     */
    FrameBatch(WritableByteChannel session, Lock lock) {
        this.session = session;
        this.lock = lock;
    }

    /** Takes a frame, or a part of it, as the session does. {@link #flush()} must follow. */
    int write(ByteBuffer from) throws IOException {
        lock.lock();
        try {
            if (isFitting(from)) {
                return gather(from);
            }
            if (bytes.position() > 0 && session.isOpen()) {
                drain();
            }
            if (bytes.position() > 0 && session.isOpen()) {
                return 0;
            }
            return isFitting(from) ? gather(from) : send(from);
        } finally {
            lock.unlock();
        }
    }

    private boolean isFitting(ByteBuffer from) {
        return !ended && !isAmidFrame && session.isOpen() && from.remaining() <= bytes.remaining();
    }

    private int gather(ByteBuffer from) {
        int count = from.remaining();
        bytes.put(from);
        return count;
    }

    private int send(ByteBuffer from) throws IOException {
        boolean wasAmidFrame = isAmidFrame;
        int sent = session.write(from);
        isAmidFrame = from.hasRemaining() && (wasAmidFrame || sent > 0);
        return sent;
    }

    private void drain() throws IOException {
        bytes.flip();
        try {
            session.write(bytes);
        } finally {
            bytes.compact();
        }
    }

    /** Sends the collected frames; returns false if the session did not take all of them, and this must be called again. */
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

    /** Sends the collected frames, as far as the session takes them. Later frames go to the session at once. */
    void end() {
        lock.lock();
        try {
            flush();
        } catch (IOException e) {
            // The session ends because of this, or because of what ended the batch.
        } finally {
            ended = true;
            lock.unlock();
        }
    }
}
