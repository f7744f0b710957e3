package dev.weir.internal.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a body that were written and not sent yet. The rest of one write is sent together with the next one: HttpCore's
 * own buffer makes a frame of each rest, which may have only a byte or two, and servers consider many tiny frames an attack
 * (Tomcat: ENHANCE_YOUR_CALM). Thread-safe.
 */
final class BodyBuffer {

    // Two of the longest frames that every server must accept.
    private static final int BYTES = 32 * 1024;

    // Less than this waits for more, a flush or the end. Tomcat counts smaller frames as overhead.
    private static final int LEAST_SENT = 1024;

    private final ReentrantLock lock;
    private final Condition changed;

    // All guarded by the lock. Bytes are written at its position, from the first that is not sent.
    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    private @Nullable DataStreamChannel channel;
    private boolean isFlushing;
    private boolean isWhole;
    private boolean isEnded;
    private boolean isAborted;

    /**
     * Creates it.
     *
     * @param lock guards it
     * @param changed signals the thread that waits for room or for the end
     */
    BodyBuffer(ReentrantLock lock, Condition changed) {
        this.lock = lock;
        this.changed = changed;
    }

    /** Adds bytes, and waits while there is no room. */
    void write(byte[] source, int offset, int length) throws IOException {
        lock.lock();
        try {
            int end = offset + length;
            for (int from = offset; from < end; ) {
                awaitRoom();
                int part = Math.min(bytes.remaining(), end - from);
                bytes.put(source, from, part);
                from += part;
                drain();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Adds a byte, and waits while there is no room. */
    void write(int single) throws IOException {
        lock.lock();
        try {
            awaitRoom();
            bytes.put((byte) single);
            if (!bytes.hasRemaining()) {
                drain();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sends everything that was written, as soon as the server accepts it. */
    void flush() throws IOException {
        lock.lock();
        try {
            isFlushing = bytes.position() > 0;
            drain();
            if (isFlushing) {
                requestOutput();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the body, and waits until everything is sent. */
    void end() throws IOException {
        lock.lock();
        try {
            isWhole = true;
            drain();
            awaitUntil(() -> isEnded);
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waits. Nothing more is sent. */
    void abort() {
        lock.lock();
        try {
            isAborted = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many bytes to send now. */
    int available() {
        lock.lock();
        try {
            return bytes.position() >= leastSent() ? bytes.position() : 0;
        } finally {
            lock.unlock();
        }
    }

    /** Sends what there is, as far as the server accepts it. Wakes the writer only if that made room. */
    void sendTo(DataStreamChannel to) throws IOException {
        lock.lock();
        try {
            int unsent = bytes.position();
            channel = to;
            drain();
            if (isEnded || bytes.position() < unsent) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private int leastSent() {
        return isFlushing || isWhole ? 1 : LEAST_SENT;
    }

    private void drain() throws IOException {
        DataStreamChannel to = channel;
        if (to == null || isAborted || isEnded) {
            return;
        }
        bytes.flip();
        try {
            int sent = 1;
            while (sent > 0 && bytes.remaining() >= leastSent()) {
                sent = to.write(bytes);
            }
        } finally {
            bytes.compact();
        }
        isFlushing &= bytes.position() > 0;
        if (isWhole && bytes.position() == 0) {
            isEnded = true;
            to.endStream();
        }
    }

    private void awaitRoom() throws IOException {
        if (!bytes.hasRemaining()) {
            awaitUntil(bytes::hasRemaining);
        }
        if (isAborted) {
            throw new InterruptedIOException("The rest of the body is not wanted");
        }
    }

    private void awaitUntil(BooleanSupplier condition) throws IOException {
        try {
            while (!condition.getAsBoolean() && !isAborted) {
                requestOutput();
                changed.await();
            }
        } catch (InterruptedException e) {
            throw BlockingAnswer.interrupted(e);
        }
    }

    private void requestOutput() {
        if (channel != null) {
            channel.requestOutput();
        }
    }
}
