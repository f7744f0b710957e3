package dev.weir.internal.client;

import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallersFailure;
import dev.weir.internal.callback.EndOfEvent;
import dev.weir.internal.event.RequestCanceledException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * A response that one thread waits for while the thread of the connection delivers it. Each event of the connection wakes
 * the waiting thread once: a short response costs one thread switch, not one for its head and one for its body. Flow control
 * limits what is unread. A coded body is decoded when it is read. It is told of the end of the call, too, because HttpClient
 * reports only some ends to the consumer of a response. Thread-safe.
 */
final class BlockingAnswer implements AsyncResponseConsumer<Void>, FutureCallback<Void>, AsyncPoolClient.Prompt {

    // Less often than at each read, and long before the sender runs out of window: a quarter of HTTP/2's window.
    private static final int GRANT_BYTES = 16 * 1024;

    // Well above the initial window of 64 KiB of both protocols, plus what HttpCore reads beyond it at once. HttpCore
    // itself accepts any amount (5.4.3).
    private static final int MOST_UNREAD_BYTES = 256 * 1024;

    // What may come before the request is sent: an echo of it must not wait for its caller, who reads afterwards. Over
    // HTTP/1.1 the buffers of the two sockets hold about as much.
    private static final int MOST_AMID_UPLOAD_BYTES = 8 * 1024 * 1024;

    // With so much unread, the thread wakes at once: the same event may bring more than may be unread.
    private static final int MUCH_UNREAD_BYTES = 16 * 1024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** The head of a response, and the details of its body; null if it has none. */
    record Head(HttpResponse response, @Nullable EntityDetails body) {}

    private final @Nullable BlockingBody upload;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Written before the head; null if it comes from no connection of a pool, or has no body.
    private volatile @Nullable Call read;

    // Both written under the lock.
    private volatile @Nullable Head head;
    private volatile boolean whole;

    // All guarded by the lock. What is unread, from the position of the buffer to its limit.
    private ByteBuffer inbox = NOTHING;
    private @Nullable Exception failure;
    private @Nullable CapacityChannel sender;
    private List<Header> trailers = List.of();
    private int toGrant;
    private boolean isUploading;

    // Of the unread bytes, those that were granted when they came.
    private int ahead;
    // It is complete, but until the end of the event its lease is still on its way back.
    private boolean isLeaving;

    // Completes the call. That happens when HttpClient is finished with it: the rest of the request may still be on its
    // way when the response is complete, and a completed call cannot be canceled.
    private volatile @Nullable FutureCallback<Void> call;

    // Both for the thread of the connection. Null: the reader wakes at once.
    private @Nullable EndOfEvent event;
    private boolean isWaking;

    /**
     * Creates it.
     *
     * @param upload the request, if it is streamed; null if it is sent as a whole
     */
    BlockingAnswer(@Nullable BlockingBody upload) {
        this.upload = upload;
    }

    /** Waits for the head. */
    Head await() throws IOException, InterruptedException {
        lock.lock();
        try {
            Head arrived = head;
            while (arrived == null || isLeaving) {
                rethrow(failure);
                changed.await();
                arrived = head;
            }
            return arrived;
        } finally {
            lock.unlock();
        }
    }

    /** Reads what has arrived of the body, at least a byte, and waits if nothing has; returns -1 at its end. */
    int read(byte[] bytes, int offset, int length) throws IOException {
        int taken;
        lock.lock();
        try {
            while (failure == null && !inbox.hasRemaining() && !isOver()) {
                changed.await();
            }
            rethrow(failure);
            taken = Math.min(length, inbox.remaining());
            inbox.get(bytes, offset, taken);
            int early = Math.min(ahead, taken);
            ahead -= early;
            toGrant += taken - early;
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            lock.unlock();
        }
        grant();
        return taken > 0 ? taken : -1;
    }

    /** Notes that the caller holds the body, which can be neither read nor closed without it. */
    void heldBy(Object body) {
        Call of = read;
        if (of != null) {
            of.heldBy(body);
        }
    }

    /** Notes that the caller closes the response before it has read it to its end, and was not interrupted meanwhile. */
    void leave() {
        Call of = read;
        if (of != null && !Thread.currentThread().isInterrupted()) {
            of.leaveBody();
        }
    }

    /** Notes whether the caller still sends its request, and so does not read. */
    void uploading(boolean isSending) {
        lock.lock();
        try {
            isUploading = isSending;
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver() {
        return whole && !isLeaving;
    }

    /** Throws the failure of a call; does nothing for null. */
    static void rethrow(@Nullable Exception cause) throws IOException {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof HttpException protocol) {
            throw new ClientProtocolException(protocol.getMessage(), protocol); // as HttpClient's blocking client does
        }
        if (cause != null) {
            throw cause instanceof IOException io ? CallersFailure.ofExchange(io) : new IOException(cause);
        }
    }

    static InterruptedIOException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        InterruptedIOException interrupted = new InterruptedIOException("Interrupted while waiting for the response");
        interrupted.initCause(cause);
        return interrupted;
    }

    /** Discards the body up to its end, a number of bytes or a time; returns whether it reached the end. */
    boolean skip(int mostBytes, long nanos) throws IOException {
        int left = mostBytes;
        long leftNanos = nanos;
        lock.lock();
        try {
            left -= discard();
            while (!isOver() && failure == null && left > 0 && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
                left -= discard();
            }
            return whole;
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            lock.unlock();
        }
    }

    private int discard() {
        int count = inbox.remaining();
        ahead = 0;
        inbox.position(inbox.limit());
        return count;
    }

    // Not under the lock, because it writes to the connection.
    private void grant() throws IOException {
        CapacityChannel to;
        int count;
        lock.lock();
        try {
            to = toGrant > 0 && (!inbox.hasRemaining() || toGrant >= GRANT_BYTES) ? sender : null;
            count = toGrant;
            toGrant = to == null ? toGrant : 0;
        } finally {
            lock.unlock();
        }
        if (to != null) {
            to.update(count);
        }
    }

    /** Returns how many bytes can be read without waiting. */
    int available() {
        lock.lock();
        try {
            return inbox.remaining();
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether nothing is left to come. */
    boolean isWhole() {
        return whole;
    }

    /** Returns the trailers; nothing before the end of the body. */
    List<Header> trailers() {
        lock.lock();
        try {
            return trailers;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void consumeResponse(
            HttpResponse response, @Nullable EntityDetails body, HttpContext context, FutureCallback<Void> result) {
        if (upload != null) {
            upload.answered(response);
        }
        if (head != null) {
            throw new IllegalStateException("A second response came, after a part of the first was handed out");
        }
        if (body instanceof CodedBody coded) {
            coded.take();
        }
        Call of = Call.of(context);
        event = of == null ? null : of.event();
        read = body == null ? null : of;
        call = result;
        lock.lock();
        try {
            head = new Head(response, body);
            if (body == null) {
                end(null); // at once, or a closing caller would end the exchange
            }
        } finally {
            lock.unlock();
        }
        wakeAtEndOfEvent();
    }

    private void end(@Nullable List<? extends Header> last) {
        trailers = last == null ? List.of() : List.copyOf(last);
        sender = null;
        whole = true;
        isLeaving = event != null;
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {
        // A blocking caller waits for the response itself.
    }

    @Override
    public void updateCapacity(CapacityChannel capacity) throws IOException {
        lock.lock();
        try {
            sender = whole ? null : capacity;
        } finally {
            lock.unlock();
        }
        grant();
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        lock.lock();
        try {
            check(inbox.remaining() + count);
            append(bytes, count);
            if (isUploading) {
                ahead += count;
                toGrant += count;
            }
            if (inbox.remaining() >= MUCH_UNREAD_BYTES) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        grant();
        wakeAtEndOfEvent();
    }

    private void check(int unread) throws ClientProtocolException {
        if (isUploading && unread > MOST_AMID_UPLOAD_BYTES) {
            throw new ClientProtocolException(
                    "The server has sent more than 8 MiB of its response before it had the whole request: a blocking"
                            + " caller sends first and reads afterwards. Use the asynchronous client");
        }
        if (unread - ahead > MOST_UNREAD_BYTES) {
            throw new ClientProtocolException("The server sends more than flow control allows");
        }
    }

    private void append(ByteBuffer bytes, int count) {
        if (inbox.capacity() - inbox.limit() < count) {
            int unread = inbox.remaining();
            boolean fits = inbox.capacity() - unread >= count;
            inbox = fits
                    ? inbox.compact()
                    : ByteBuffer.allocate(unread == 0 ? count : 2 * (unread + count))
                            .put(inbox);
            inbox.flip();
        }
        int end = inbox.limit();
        inbox.limit(end + count).put(end, bytes, bytes.position(), count);
        bytes.position(bytes.limit());
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> last) {
        lock.lock();
        try {
            end(last);
        } finally {
            lock.unlock();
        }
        wakeAtEndOfEvent();
    }

    private void wakeAtEndOfEvent() {
        if (event == null) {
            wake();
        } else if (!isWaking) {
            isWaking = true;
            event.run(this::wake);
        }
    }

    private void wake() {
        isWaking = false;
        lock.lock();
        try {
            isLeaving = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Notes the end of the call. The server may have answered without the whole request. */
    @Override
    public void completed(Void nothing) {
        stopUpload();
        wake(); // a connection that is closed meanwhile may have no end of its last event
    }

    /** {@inheritDoc} A complete response stays valid, whatever happens to the rest of its request. */
    @Override
    public void failed(Exception cause) {
        abort(cause);
        complete();
    }

    private void abort(Exception cause) {
        stopUpload();
        lock.lock();
        try {
            failure = failure == null && !whole ? cause : failure;
            sender = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void stopUpload() {
        if (upload != null) {
            upload.stop();
        }
    }

    /** {@inheritDoc} HttpClient cancels the exchange after this, unless the call is completed here. */
    @Override
    public void cancelled() {
        abort(new RequestCanceledException());
    }

    /** {@inheritDoc} There may be unread data. */
    @Override
    public void releaseResources() {
        if (head == null) {
            // HttpClient accepts null if it would have to send the request again but cannot.
            abort(new ClientProtocolException(
                    "The server redirects the request or asks for credentials, and its body cannot be sent again:"
                            + " only a repeatable one of up to 64 KiB can"));
        }
        complete();
    }

    private void complete() {
        FutureCallback<Void> ended = call;
        if (whole && ended != null) {
            call = null;
            ended.completed(null);
        }
    }
}
