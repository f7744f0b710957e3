package dev.weir.internal.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.CancelledKeyException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
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
 * A request whose body is streamed once from the thread that writes it. However the exchange ends, that thread stops waiting
 * for it; and the body ends only when all of it was written, so no server mistakes a part for the whole. HttpCore's own
 * producer for blocking callers guarantees neither. Thread-safe.
 */
final class FlowingRequest implements AsyncRequestProducer {

    private final ClassicHttpRequest request;
    private final HttpEntity body;
    private final ReentrantLock lock = new ReentrantLock();
    private final BodyBuffer buffer = new BodyBuffer(lock, lock.newCondition());
    private final CountDownLatch begun = new CountDownLatch(1);

    private volatile boolean isOver;
    // No more of it can be sent; HttpCore has ended it on the wire if the connection can go on.
    private volatile boolean isCutOff;

    // Whether the call has begun, and whether any of the body was sent since.
    private volatile boolean isUnderWay;
    private volatile boolean isSent;

    // Both guarded by the lock: the thread that writes the body, and whether its interrupt is ours.
    private @Nullable Thread writer;
    private boolean isInterrupted;

    FlowingRequest(ClassicHttpRequest request, HttpEntity body) {
        this.request = request;
        this.body = body;
    }

    /**
     * Writes the body, on the thread of the caller. Returns when it is sent, or no longer wanted; then a body that waits in
     * its own code is interrupted.
     */
    void send() throws IOException, InterruptedException {
        begun.await();
        if (!enter()) {
            return;
        }
        try {
            body.writeTo(new Stream());
            buffer.end();
        } catch (IOException | RuntimeException e) { // as the writer of the body throws it
            if (!isOver) {
                throw e;
            }
        } finally {
            leave();
        }
    }

    private boolean enter() {
        lock.lock();
        try {
            writer = isOver ? null : Thread.currentThread();
            return !isOver;
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
            cutOff();
        } else if (head.getCode() >= HttpStatus.SC_CLIENT_ERROR) {
            stop();
        }
    }

    private void cutOff() {
        isCutOff = true;
        stop();
    }

    /** Notes that the rest is not wanted. */
    void stop() {
        lock.lock();
        try {
            isOver = true;
            buffer.abort();
            Thread writing = writer;
            if (writing != null && writing != Thread.currentThread() && !isInterrupted) {
                isInterrupted = true;
                writing.interrupt();
            }
        } finally {
            lock.unlock();
        }
        begun.countDown();
    }

    @Override
    public void sendRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        channel.sendRequest(request, body, context);
        isUnderWay = true;
        begun.countDown();
    }

    @Override
    public boolean isRepeatable() {
        return isUnderWay && !isSent; // as with a redirect before 100 (Continue): its bytes still wait here
    }

    @Override
    public int available() {
        return isOver ? 0 : buffer.available();
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        lock.lock(); // an aborted body would otherwise be ended like a complete one
        try {
            if (isCutOff) {
                channel.endStream(); // for the thread that waits for the end of the body
            } else if (!isOver) {
                isSent = true;
                buffer.sendTo(channel);
            }
        } finally {
            lock.unlock();
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

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    // Under the lock, so that no thread waits for the rest of the body before it is known that none will come.
    private final class Stream extends OutputStream {

        @Override
        public void write(int single) throws IOException {
            step(() -> buffer.write(single));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            step(() -> buffer.write(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            step(buffer::flush);
        }

        private void step(Step step) throws IOException {
            lock.lock();
            try {
                step.run();
            } catch (IOException | CancelledKeyException e) {
                throw end(e);
            } finally {
                lock.unlock();
            }
        }

        // The exchange says by what: perhaps by a response.
        private IOException end(Exception cause) {
            if (cause instanceof InterruptedIOException own) {
                return own;
            }
            cutOff();
            return new IOException("The rest of the body is not sent", cause);
        }
    }
}
