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

    // Between them it checks whether the caller reads.
    private static final int PART_BYTES = 16 * 1024;

    /** The reader of the response. */
    @FunctionalInterface
    interface Reader {
        void awaitRoom() throws InterruptedException;
    }

    private final ClassicHttpRequest request;
    private final HttpEntity body;
    private final ReentrantLock lock = new ReentrantLock();
    private final BodyBuffer buffer = new BodyBuffer(lock, lock.newCondition());
    private final CountDownLatch begun = new CountDownLatch(1);

    private volatile boolean isOver;
    // No more of it can be sent; HttpCore has ended it on the wire if the connection can go on.
    private volatile boolean isCutOff;

    // Written before the body is sent.
    private volatile @Nullable Reader reader;

    FlowingRequest(ClassicHttpRequest request, HttpEntity body) {
        this.request = request;
        this.body = body;
    }

    /** Makes the body wait for the reader of the response; not if the sending thread is that reader. */
    void pacedBy(@Nullable Reader newReader) {
        reader = newReader;
    }

    /**
     * Sends the body, or the part that is still wanted: the response may arrive before its end. If the call fails, the
     * response reports that.
     */
    void send() throws IOException, InterruptedException {
        begun.await();
        if (isOver) {
            return;
        }
        try {
            body.writeTo(new Stream());
            buffer.end();
        } catch (IOException | RuntimeException e) { // as the writer of the body throws it
            if (!isOver) {
                throw e;
            }
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
        } finally {
            lock.unlock();
        }
        begun.countDown();
    }

    @Override
    public void sendRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        channel.sendRequest(request, body, context);
        begun.countDown();
    }

    @Override
    public boolean isRepeatable() {
        return false; // a streamed body cannot be repeated, whatever the entity says
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

    @Override
    public void releaseResources() {
        stop();
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
            for (int from = 0; from < length; from += PART_BYTES) {
                part(bytes, offset + from, Math.min(PART_BYTES, length - from));
            }
        }

        private void part(byte[] bytes, int offset, int length) throws IOException {
            awaitReader();
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

        // A server that responds while it reads would buffer further data in a window that its other streams share.
        private void awaitReader() throws InterruptedIOException {
            Reader other = reader;
            if (other == null) {
                return;
            }
            try {
                other.awaitRoom();
            } catch (InterruptedException e) {
                throw BlockingAnswer.interrupted(e);
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
