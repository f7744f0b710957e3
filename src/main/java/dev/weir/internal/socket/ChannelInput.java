package dev.weir.internal.socket;

import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.deadline.MovableAlarm;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the socket of a channel. A read waits in the kernel, by one system call; if nothing arrives in time, an alarm
 * ends the read and with it the input. For one thread at a time.
 */
final class ChannelInput extends InputStream {

    /**
     * The size of a common response with its head, in one record; a reader of larger ones requests more than this at once.
     */
    private static final int CAPACITY = 4 * 1024;

    private final ChannelSocket.Wire wire;
    private final InputStream in;
    private final Alarms alarms;
    private final MovableAlarm silence = new MovableAlarm() {
        @Override
        protected void ring() {
            try {
                wire.channel.shutdownInput(); // the read sees the end of the stream; the owner closes the socket
            } catch (IOException e) {
                // It is closed, and so the read has ended.
            }
        }
    };

    // Set by the holder of the connection; the next holder sees it.
    private volatile boolean survives;
    // Written by the thread that dials, used by those that read later: bytes that were read before they were requested.
    // TLS requests the five bytes of a record's header and then its body; reading ahead takes one system call for both.
    private volatile byte @Nullable [] ahead;
    private int position;
    private int limit;

    ChannelInput(ChannelSocket.Wire wire, Alarms alarms) throws IOException {
        this.wire = wire;
        this.in = wire.socket.getInputStream();
        this.alarms = alarms;
    }

    void survivesTimeouts(boolean does) {
        survives = does;
    }

    void readAhead() {
        ahead = new byte[CAPACITY];
    }

    /** Tells whether it can keep the bytes that a look reads. */
    boolean readsAhead() {
        return ahead != null;
    }

    /**
     * Reads what there is without waiting, and keeps it; the channel must not block. Returns the number of bytes, or -1 at
     * the end.
     */
    int lookAhead(SocketChannel channel) throws IOException {
        byte[] before = Objects.requireNonNull(ahead, "reads nothing ahead");
        if (position == limit) {
            int read = channel.read(ByteBuffer.wrap(before));
            position = 0;
            limit = Math.max(0, read);
            return read;
        }
        return limit - position;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        byte[] before = ahead;
        if (before == null || length == 0 || (position == limit && length >= CAPACITY)) {
            return receive(bytes, offset, length);
        }
        if (position == limit) {
            int read = receive(before, 0, CAPACITY);
            position = 0;
            limit = Math.max(0, read);
        }
        int count = Math.min(length, limit - position);
        System.arraycopy(before, position, bytes, offset, count);
        position += count;
        return count == 0 ? -1 : count;
    }

    private int receive(byte[] bytes, int offset, int length) throws IOException {
        int millis = wire.timeoutMillis;
        if (millis == 0) {
            return in.read(bytes, offset, length);
        }
        return survives ? polled(bytes, offset, length, millis) : watched(bytes, offset, length, millis);
    }

    private int polled(byte[] bytes, int offset, int length, int millis) throws IOException {
        wire.socket.setSoTimeout(millis);
        try {
            return in.read(bytes, offset, length);
        } finally {
            wire.socket.setSoTimeout(0);
        }
    }

    private int watched(byte[] bytes, int offset, int length, int millis) throws IOException {
        try {
            if (!alarms.on(silence, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis))) {
                throw timeout(null);
            }
        } catch (NoThreadException e) {
            return polled(bytes, offset, length, millis); // the request was sent, so its response is worth a poll
        }
        return watched(bytes, offset, length);
    }

    private int watched(byte[] bytes, int offset, int length) throws IOException {
        int read;
        try {
            read = in.read(bytes, offset, length);
        } catch (IOException e) {
            throw silence.off() ? e : timeout(e);
        } catch (Throwable e) {
            silence.off();
            throw e;
        }
        if (!silence.off()) {
            throw timeout(null);
        }
        return read;
    }

    // The JDK's message, which programs may recognize.
    private static SocketTimeoutException timeout(@Nullable IOException cause) {
        SocketTimeoutException timeout = new SocketTimeoutException("Read timed out");
        if (cause != null) {
            timeout.initCause(cause);
        }
        return timeout;
    }

    @Override
    public int available() throws IOException {
        return position < limit ? limit - position : in.available();
    }

    @Override
    public void close() throws IOException {
        wire.channel.close();
    }
}
