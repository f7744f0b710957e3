package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class FrameBatchTest {

    private static final int RECORD = 16 * 1024;

    private final Session session = new Session();
    private final FrameBatch batch = new FrameBatch(session, new ReentrantLock());

    /** Takes so many bytes at once, and notes each write. */
    private static final class Session implements WritableByteChannel {
        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        private final List<Integer> writes = new ArrayList<>();
        private int atOnce = Integer.MAX_VALUE;
        private boolean open = true;

        @Override
        public int write(ByteBuffer from) throws IOException {
            if (!open) {
                throw new ClosedChannelException();
            }
            int count = Math.min(atOnce, from.remaining());
            byte[] part = new byte[count];
            from.get(part);
            sent.writeBytes(part);
            writes.add(count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }

    private static ByteBuffer frame(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + length);
        }
        return ByteBuffer.wrap(bytes);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    @Test
    void sendsTheFramesOfAnEventByOneWrite() throws IOException {
        for (int i = 0; i < 100; i++) {
            assertThat(batch.write(frame(40))).isEqualTo(40);
        }
        assertThat(session.writes).isEmpty();

        assertThat(batch.flush()).isTrue();

        assertThat(session.writes).containsExactly(4_000);
    }

    @Test
    void writesNothingWhereNothingWasGathered() throws IOException {
        assertThat(batch.flush()).isTrue();

        assertThat(session.writes).isEmpty();
    }

    @Test
    void sendsALongFrameByItself() throws IOException {
        batch.write(frame(100));
        batch.write(frame(RECORD));
        batch.write(frame(50));
        batch.flush();

        assertThat(session.writes).containsExactly(100, RECORD, 50);
    }

    @Test
    void letsTheRestOfALongFrameGoByItself() throws IOException {
        session.atOnce = RECORD - 17;
        ByteBuffer longest = frame(RECORD + 9);
        batch.write(longest);
        batch.write(longest);
        batch.write(frame(40));
        batch.flush();

        assertThat(session.writes).containsExactly(RECORD - 17, 26, 40);
    }

    @Test
    void takesNoPartOfAFrameWhileTheSessionTakesNothing() throws IOException {
        session.atOnce = 0;
        batch.write(frame(RECORD - 300));
        ByteBuffer last = frame(60);

        assertThat(batch.write(last)).isZero();
        assertThat(batch.flush()).isFalse();

        session.atOnce = Integer.MAX_VALUE;
        assertThat(batch.flush()).isTrue();
        assertThat(batch.write(last)).isEqualTo(60);
        assertThat(batch.flush()).isTrue();
        assertThat(session.sent.toByteArray())
                .isEqualTo(joined(frame(RECORD - 300).array(), frame(60).array()));
    }

    @Test
    void keepsTheOrderWhenItEndsWithinAPart() throws IOException {
        session.atOnce = 7;
        batch.write(frame(20));

        batch.end();
        session.atOnce = Integer.MAX_VALUE;
        batch.flush();
        batch.write(frame(5));

        assertThat(session.sent.toByteArray()).isEqualTo(joined(frame(20).array(), frame(5).array()));
    }

    @Test
    void sendsAtOnceWhatComesBehindItsEnd() throws IOException {
        batch.write(frame(10));
        batch.end();
        assertThat(session.writes).containsExactly(10);

        batch.write(frame(17));

        assertThat(session.writes).containsExactly(10, 17);
    }

    @Test
    void failsAsAClosedSessionDoes() throws IOException {
        batch.write(frame(10));
        session.close();

        assertThatThrownBy(() -> batch.write(frame(10))).isInstanceOf(ClosedChannelException.class);
        assertThat(batch.flush()).isTrue();
    }
}
