package dev.weir.internal.socket;

import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
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

    private final ChannelSocket owner;
    private final Socket socket;
    private final InputStream in;
    private final Silence silence;
    private final Alarms alarms;
    private final ReadAhead.Source wire = this::receive;

    // Set by the holder of the connection; the next holder sees it.
    private volatile boolean survives;
    // Written by the thread that dials, used by those that read later.
    private volatile @Nullable ReadAhead ahead;

    ChannelInput(ChannelSocket owner, Silence silence, Alarms alarms) throws IOException {
        this.owner = owner;
        this.socket = owner.delegate;
        this.in = socket.getInputStream();
        this.silence = silence;
        this.alarms = alarms;
    }

    void survivesTimeouts(boolean does) {
        survives = does;
    }

    void readAhead() {
        ahead = new ReadAhead();
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
        ReadAhead before = Objects.requireNonNull(ahead, "reads nothing ahead");
        return before.fill((bytes, offset, length) -> channel.read(ByteBuffer.wrap(bytes, offset, length)));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        ReadAhead before = ahead;
        return before == null || length == 0
                ? receive(bytes, offset, length)
                : before.read(bytes, offset, length, wire);
    }

    private int receive(byte[] bytes, int offset, int length) throws IOException {
        int millis = owner.timeoutMillis;
        if (millis == 0) {
            return in.read(bytes, offset, length);
        }
        return survives ? polled(bytes, offset, length, millis) : watched(bytes, offset, length, millis);
    }

    private int polled(byte[] bytes, int offset, int length, int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            return in.read(bytes, offset, length);
        } finally {
            socket.setSoTimeout(0);
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
        ReadAhead before = ahead;
        return before == null || before.size() == 0 ? in.available() : before.size();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
