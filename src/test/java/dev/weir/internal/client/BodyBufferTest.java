package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BodyBufferTest {

    private static final int FRAME = 16_384;
    private static final byte[] PART = new byte[FRAME];

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final BodyBuffer buffer = new BodyBuffer(lock, changed);
    private final Stream stream = new Stream();

    /** Takes no more than its window at once, in frames. */
    private static final class Stream implements DataStreamChannel {
        private final List<Integer> frames = new ArrayList<>();
        private final CountDownLatch asked = new CountDownLatch(1);
        private int window = 65_535;
        private boolean isEnded;

        @Override
        public void requestOutput() {
            asked.countDown();
        }

        @Override
        public int write(ByteBuffer bytes) {
            int count = Math.min(Math.min(window, FRAME), bytes.remaining());
            if (count > 0) {
                bytes.position(bytes.position() + count);
                window -= count;
                frames.add(count);
            }
            return count;
        }

        @Override
        public void endStream() {
            endStream(null);
        }

        @Override
        public void endStream(@Nullable List<? extends Header> trailers) {
            isEnded = true;
        }
    }

    private void write(int parts) throws IOException {
        for (int i = 0; i < parts; i++) {
            buffer.write(PART, 0, FRAME);
        }
    }

    @Test
    void sendsWhatAWindowLeavesTogetherWithWhatFollows() throws IOException {
        buffer.sendTo(stream);
        write(4);
        stream.window = 65_535;

        write(3);

        assertThat(stream.frames).containsExactly(FRAME, FRAME, FRAME, FRAME - 1, FRAME, FRAME, FRAME);
    }

    @Test
    void sendsLittleWhenItIsFlushed() throws IOException {
        buffer.sendTo(stream);
        buffer.write(PART, 0, 10);
        int before = buffer.available();

        buffer.flush();

        assertThat(before).isZero();
        assertThat(stream.frames).containsExactly(10);
    }

    @Test
    void sendsSingleBytesTogether() throws IOException {
        buffer.sendTo(stream);

        for (int i = 0; i < 2 * FRAME; i++) {
            buffer.write(i);
        }

        assertThat(stream.frames).containsExactly(FRAME, FRAME);
    }

    @Test
    void sendsTheRestBeforeTheEnd() throws IOException {
        buffer.sendTo(stream);
        buffer.write(PART, 0, 7);

        buffer.end();

        assertThat(stream.frames).containsExactly(7);
        assertThat(stream.isEnded).isTrue();
    }

    @Test
    void waitsForRoomAndAsksForIt() throws Exception {
        stream.window = 0;
        buffer.sendTo(stream);

        Thread writer = startWriter();
        assertThat(stream.asked.await(30, TimeUnit.SECONDS)).isTrue();
        while (writer.isAlive()) {
            stream.window = FRAME;
            buffer.sendTo(stream);
        }

        assertThat(stream.frames.stream().mapToInt(Integer::intValue).sum()).isEqualTo(3 * FRAME);
        assertThat(stream.isEnded).isTrue();
    }

    @Test
    void leavesTheWriterAsleepWhileTheWindowIsClosed() throws Exception {
        stream.window = 0;
        buffer.sendTo(stream);
        Thread writer = startWriter();
        assertThat(stream.asked.await(30, TimeUnit.SECONDS)).isTrue();

        boolean isWokenForNothing = wakesByEvent(0);
        boolean isWokenForRoom = wakesByEvent(3 * FRAME);
        writer.join();

        assertThat(isWokenForNothing).isFalse();
        assertThat(isWokenForRoom).isTrue();
    }

    private boolean wakesByEvent(int window) throws IOException {
        lock.lock();
        try {
            stream.window = window;
            buffer.sendTo(stream);
            return !lock.hasWaiters(changed);
        } finally {
            lock.unlock();
        }
    }

    private Thread startWriter() {
        Thread writer = new Thread(() -> {
            try {
                write(3);
                buffer.end();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        return writer;
    }

    @Test
    void takesNothingWhenItWasAborted() throws IOException {
        buffer.abort();

        assertThatThrownBy(() -> buffer.write(PART, 0, 1)).isInstanceOf(InterruptedIOException.class);
        buffer.end();

        assertThat(stream.isEnded).isFalse();
    }
}
