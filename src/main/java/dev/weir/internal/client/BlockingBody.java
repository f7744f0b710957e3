package dev.weir.internal.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body is streamed once, by the thread of the caller, while the thread of the connection sends it. However
 * the exchange ends, the caller's thread stops waiting for it; and the body ends only when all of it was written, so no
 * server mistakes a part for the whole. HttpCore's own producer for blocking callers guarantees neither.
 *
 * <p>The rest of one write is sent together with the next one: HttpCore's own buffer makes a frame of each rest, which may
 * have only a byte or two, and servers consider many tiny frames an attack (Tomcat: ENHANCE_YOUR_CALM). Thread-safe.
 */
final class BlockingBody implements AsyncRequestProducer {

    // Four of the longest frames that every server must accept.
    private static final int BYTES = 64 * 1024;

    // Less than this waits for more, a flush or the end. Tomcat counts smaller frames as overhead.
    private static final int LEAST_SENT = 1024;

    private final ClassicHttpRequest request;
    private final HttpEntity body;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // All guarded by the lock. What is not sent is before its position.
    private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    private @Nullable DataStreamChannel channel;
    private boolean isBegun;
    private boolean isSent;
    private boolean isFlushing;
    private boolean isWhole;
    private boolean isEnded;
    // Nothing more is sent; and if it is cut off, HttpCore has ended it on the wire if the connection can go on.
    private volatile boolean isOver;
    private boolean isCutOff;
    // The thread that writes the body, and whether its interrupt is ours.
    private @Nullable Thread writer;
    private boolean isInterrupted;

    BlockingBody(ClassicHttpRequest request, HttpEntity body) {
        this.request = request;
        this.body = body;
    }

    /**
     * Writes the body, on the thread of the caller. Returns when it is sent, or no longer wanted; then a body that waits in
     * its own code is interrupted, and holds up its caller if it ignores that.
     */
    void send() throws IOException, InterruptedException {
        lock.lock();
        try {
            while (!isBegun && !isOver) {
                changed.await();
            }
            if (isOver) {
                return;
            }
            writer = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        try {
            body.writeTo(new Stream());
            end();
        } catch (IOException | RuntimeException e) { // as the writer of the body throws it
            if (!isOver) {
                throw e;
            }
        } finally {
            leave();
        }
    }

    private void end() throws IOException {
        lock.lock();
        try {
            isWhole = true;
            awaitUntil(() -> isEnded);
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            writer = null;
            if (isInterrupted) {
                Thread.interrupted();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Notes the head of the response, after which the rest may not be sent. */
    void answered(HttpResponse head) {
        boolean isHttp2 = HttpVersion.HTTP_2.equals(head.getVersion());
        if (!isHttp2 && head.getCode() >= HttpStatus.SC_REDIRECTION) {
            stop(true);
        } else if (head.getCode() >= HttpStatus.SC_CLIENT_ERROR) {
            stop(false);
        }
    }

    /** Notes that the rest is not wanted. */
    void stop() {
        stop(false);
    }

    private void stop(boolean cutsOff) {
        lock.lock();
        try {
            isCutOff |= cutsOff;
            isOver = true;
            changed.signalAll();
            Thread writing = writer;
            if (writing != null && writing != Thread.currentThread() && !isInterrupted) {
                isInterrupted = true;
                writing.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void sendRequest(RequestChannel to, HttpContext context) throws HttpException, IOException {
        begin(); // first: another thread may have read the response before this one goes on
        boolean isAccepted = false;
        try {
            to.sendRequest(request, body, context);
            isAccepted = true;
        } finally {
            if (!isAccepted) {
                stop();
            }
        }
    }

    private void begin() {
        lock.lock();
        try {
            isBegun = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** {@inheritDoc} It is while its bytes still wait here, as with a redirect before 100 (Continue). */
    @Override
    public boolean isRepeatable() {
        lock.lock();
        try {
            return isBegun && !isSent;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int available() {
        lock.lock();
        try {
            boolean isDue = isWhole ? !isEnded : bytes.position() >= leastSent();
            return isDue && !isOver ? Math.max(1, bytes.position()) : 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void produce(DataStreamChannel to) throws IOException {
        lock.lock(); // an aborted body would otherwise be ended like a complete one
        try {
            if (isCutOff) {
                to.endStream(); // for the thread that waits for the end of the body
            } else if (!isOver) {
                isSent = true;
                channel = to;
                drain(to);
            }
        } finally {
            lock.unlock();
        }
    }

    private int leastSent() {
        return isFlushing || isWhole ? 1 : LEAST_SENT;
    }

    // Sends what there is, as far as the server accepts it.
    private void drain(DataStreamChannel to) throws IOException {
        bytes.flip();
        try {
            while (bytes.remaining() >= leastSent() && to.write(bytes) > 0) {
                changed.signalAll();
            }
        } finally {
            bytes.compact();
        }
        isFlushing &= bytes.position() > 0;
        if (isWhole && bytes.position() == 0 && !isEnded) {
            isEnded = true;
            changed.signalAll();
            to.endStream();
        }
    }

    private void awaitUntil(BooleanSupplier condition) throws IOException {
        try {
            while (!condition.getAsBoolean() && !isOver) {
                requestOutput();
                changed.await();
            }
        } catch (InterruptedException e) {
            throw BlockingAnswer.interrupted(e);
        }
    }

    private void requestOutput() {
        try {
            if (channel != null) {
                channel.requestOutput();
            }
        } catch (CancelledKeyException e) {
            // The connection has ended, which ends the exchange, too.
        }
    }

    @Override
    public void failed(Exception cause) {
        stop();
    }

    /** {@inheritDoc} HttpClient does so before it sends the request elsewhere, too. */
    @Override
    public void releaseResources() {
        if (!isRepeatable()) {
            stop();
        }
    }

    private final class Stream extends OutputStream {

        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            lock.lock();
            try {
                for (int from = offset, end = offset + length; from < end; ) {
                    awaitUntil(bytes::hasRemaining);
                    if (isOver) {
                        throw new InterruptedIOException("The rest of the body is not wanted");
                    }
                    int part = Math.min(bytes.remaining(), end - from);
                    boolean isNews = bytes.position() < LEAST_SENT;
                    bytes.put(source, from, part);
                    from += part;
                    if (isNews && bytes.position() >= LEAST_SENT) {
                        requestOutput();
                    }
                }
            } finally {
                lock.unlock();
            }
        }

        /** Sends everything that was written, as soon as the server accepts it. */
        @Override
        public void flush() {
            lock.lock();
            try {
                isFlushing = bytes.position() > 0;
                requestOutput();
            } finally {
                lock.unlock();
            }
        }
    }
}
