package dev.weir.internal.client;

import dev.weir.internal.call.CallersFailure;
import dev.weir.internal.call.CurrentExchange;
import dev.weir.internal.call.ResponseHandle;
import dev.weir.internal.callback.EndOfEvent;
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
 * limits what is unread. A coded body is decoded when it is read. Thread-safe.
 */
final class BlockingAnswer implements AsyncResponseConsumer<Void> {

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

    /** The head of a response, and the details of its body; null if it has none. */
    record Head(HttpResponse response, @Nullable EntityDetails body) {}

    private final @Nullable BlockingBody upload;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ResponseHandle handle = new ResponseHandle();

    // Both written under the lock.
    private volatile @Nullable Head head;
    private volatile boolean whole;

    // All guarded by the lock.
    private final Inbox inbox = new Inbox();
    private @Nullable Exception failure;
    private @Nullable CapacityChannel sender;
    private List<Header> trailers = List.of();
    private int toGrant;
    private boolean isUploading;

    // Of the unread bytes, those that were granted when they came.
    private int ahead;
    // It is complete, but until the end of the event its lease is still on its way back.
    private boolean isLeaving;
    // The call is completed when its response is complete and HttpClient is finished with it, whichever comes last: the
    // rest of the request may still be on its way, and a completed call cannot be canceled. Null once it is.
    private @Nullable FutureCallback<Void> call;
    private boolean isReleased;

    // Both for the thread of the connection. Null: events wake the reader at once.
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

    /** Notes the object through which the caller holds the body, which can be neither read nor closed without it. */
    void heldBy(AnswerBody body) {
        handle.heldBy(body);
    }

    /** Reads what has arrived of the body, at least a byte, and waits if nothing has; returns -1 at its end. */
    int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        boolean isGrantDue;
        lock.lock();
        try {
            awaitBytes();
            int taken = inbox.take(bytes, offset, length);
            int early = Math.min(ahead, taken);
            ahead -= early;
            toGrant += taken - early;
            count = taken > 0 ? taken : -1;
            isGrantDue = isGrantDue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            lock.unlock();
        }
        if (isGrantDue) {
            grant();
        }
        return count;
    }

    private boolean isGrantDue() {
        return sender != null && toGrant > 0 && (inbox.isEmpty() || toGrant >= GRANT_BYTES);
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

    private void awaitBytes() throws IOException, InterruptedException {
        while (failure == null && inbox.isEmpty() && !isOver()) {
            changed.await();
        }
        if (failure != null) {
            rethrow(failure);
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
        ahead = 0;
        return inbox.clear();
    }

    // Not under the lock, because it writes to the connection.
    private void grant() throws IOException {
        CapacityChannel to;
        int count;
        lock.lock();
        try {
            to = isGrantDue() ? sender : null;
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
            return inbox.size();
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
        CurrentExchange exchange = CurrentExchange.in(context);
        event = exchange == null ? null : exchange.endOfEvent();
        if (exchange != null && body != null) {
            exchange.heldBy(handle);
        }
        begin(new Head(response, body), result);
        wakeAtEndOfEvent();
        complete(false);
    }

    private void begin(Head arrived, FutureCallback<Void> result) {
        lock.lock();
        try {
            call = result;
            head = arrived;
            if (arrived.body == null) {
                end(null); // at once, or a closing caller would end the exchange
            }
            if (event == null) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
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
        boolean isGrantDue;
        lock.lock();
        try {
            sender = whole ? null : capacity;
            isGrantDue = isGrantDue();
        } finally {
            lock.unlock();
        }
        if (isGrantDue) {
            grant();
        }
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        boolean isGrantDue;
        lock.lock();
        try {
            int count = bytes.remaining();
            int unread = inbox.size() + count;
            check(unread);
            inbox.put(bytes);
            if (isUploading) {
                ahead += count;
                toGrant += count;
            }
            isGrantDue = isUploading && isGrantDue();
            if (event == null || unread >= MUCH_UNREAD_BYTES) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (isGrantDue) {
            grant();
        }
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

    @Override
    public void streamEnd(@Nullable List<? extends Header> last) {
        lock.lock();
        try {
            end(last);
            if (event == null) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        wakeAtEndOfEvent();
        complete(false);
    }

    private void wakeAtEndOfEvent() {
        if (event != null && !isWaking) {
            isWaking = true;
            event.run(this::wakeUnlessDone);
        }
    }

    // The end of the call may have woken it in the same event.
    private void wakeUnlessDone() {
        if (isWaking) {
            wake();
        }
    }

    /** Wakes the waiting thread. For the thread of the connection. */
    void wake() {
        isWaking = false;
        lock.lock();
        try {
            isLeaving = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the wait for further data. A complete response stays valid. */
    void abort(Exception cause) {
        lock.lock();
        try {
            failure = failure == null && !whole ? cause : failure;
            sender = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** {@inheritDoc} A complete response stays valid, whatever happens to the rest of its request. */
    @Override
    public void failed(Exception cause) {
        abort(cause);
        complete(true);
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
        complete(true);
    }

    private void complete(boolean releases) {
        FutureCallback<Void> ended = null;
        lock.lock();
        try {
            isReleased |= releases;
            if (isReleased && whole) {
                ended = call;
                call = null;
            }
        } finally {
            lock.unlock();
        }
        if (ended != null) {
            ended.completed(null);
        }
    }
}
