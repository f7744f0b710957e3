package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.io.IOCallback;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockingBodyTest {

    private static final int FRAME = 16_384;
    private static final byte[] PART = new byte[FRAME];

    private final Stream stream = new Stream();
    // What its caller writes.
    private IOCallback<OutputStream> script = out -> {};
    private final BlockingBody body = new BlockingBody(
            new BasicClassicHttpRequest("POST", "/"),
            new EntityTemplate(-1, ContentType.APPLICATION_OCTET_STREAM, null, out -> script.execute(out)));

    private void begin() throws Exception {
        body.sendRequest((request, details, context) -> {}, HttpClientContext.create());
        body.produce(stream);
    }

    private void send(IOCallback<OutputStream> written) throws Exception {
        script = written;
        begin();
        body.send();
    }

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

    private static void write(OutputStream out, int parts) throws IOException {
        for (int i = 0; i < parts; i++) {
            out.write(PART);
        }
    }

    @Test
    void sendsWhatAWindowLeavesTogetherWithWhatFollows() throws Exception {
        send(out -> {
            write(out, 4);
            stream.window = 65_535;
            write(out, 3);
        });

        assertThat(stream.frames).containsExactly(FRAME, FRAME, FRAME, FRAME - 1, FRAME, FRAME, FRAME, 1);
    }

    @Test
    void sendsLittleWhenItIsFlushed() throws Exception {
        List<Integer> before = new ArrayList<>();
        List<Integer> behind = new ArrayList<>();
        send(out -> {
            out.write(PART, 0, 10);
            before.addAll(stream.frames);
            out.flush();
            behind.addAll(stream.frames);
        });

        assertThat(before).isEmpty();
        assertThat(behind).containsExactly(10);
    }

    @Test
    void sendsSingleBytesTogether() throws Exception {
        send(out -> {
            for (int i = 0; i < 2 * FRAME; i++) {
                out.write(i);
            }
        });

        assertThat(stream.frames).containsExactly(FRAME, FRAME);
    }

    @Test
    void sendsTheRestBeforeTheEnd() throws Exception {
        send(out -> out.write(PART, 0, 7));

        assertThat(stream.frames).containsExactly(7);
        assertThat(stream.isEnded).isTrue();
    }

    @Test
    void waitsForRoomAndAsksForIt() throws Exception {
        stream.window = 0;
        Thread writer = startWriter();

        assertThat(stream.asked.await(30, TimeUnit.SECONDS)).isTrue();
        while (writer.isAlive()) {
            stream.window = FRAME;
            body.produce(stream);
        }

        assertThat(stream.frames.stream().mapToInt(Integer::intValue).sum()).isEqualTo(3 * FRAME);
        assertThat(stream.isEnded).isTrue();
    }

    @Test
    void leavesTheWriterAsleepWhileTheWindowIsClosed() throws Exception {
        stream.window = 0;
        Thread writer = startWriter();
        assertThat(stream.asked.await(30, TimeUnit.SECONDS)).isTrue();

        boolean isWokenForNothing = wakesByEvent(0);
        boolean isWokenForRoom = wakesByEvent(3 * FRAME);
        writer.join();

        assertThat(isWokenForNothing).isFalse();
        assertThat(isWokenForRoom).isTrue();
    }

    private boolean wakesByEvent(int window) throws IOException {
        body.lock.lock();
        try {
            stream.window = window;
            body.produce(stream);
            return !body.lock.hasWaiters(body.changed);
        } finally {
            body.lock.unlock();
        }
    }

    private Thread startWriter() throws Exception {
        script = out -> write(out, 3);
        begin();
        Thread writer = new Thread(() -> {
            try {
                body.send();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        return writer;
    }

    @Test
    void takesNothingWhenItIsNotWanted() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        send(out -> {
            body.stop();
            failure.set(catchThrowable(() -> out.write(1)));
        });

        assertThat(failure.get()).isInstanceOf(InterruptedIOException.class);
        assertThat(stream.frames).isEmpty();
        assertThat(stream.isEnded).isFalse();
    }

    @Test
    void canBeSentElsewhereUntilAnyOfItWasSent() throws Exception {
        body.sendRequest((request, details, context) -> {}, HttpClientContext.create());
        boolean isRepeatable = body.isRepeatable();

        body.produce(stream);

        assertThat(isRepeatable).isTrue();
        assertThat(body.isRepeatable()).isFalse();
    }
}
