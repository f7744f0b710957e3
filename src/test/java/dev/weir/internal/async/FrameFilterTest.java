package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameFilterTest {

    private static final int LONGEST = 16_384;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int ALTSVC = 0x0a;
    private static final int GREASE = 0x2b;
    private static final int END_STREAM = 0x1;
    private static final int END_HEADERS = 0x4;
    private static final int PADDED = 0x8;

    private final FrameFilter filter = new FrameFilter(LONGEST, () -> {});

    private static byte[] frame(int type, int flags, int length, int fill) {
        ByteBuffer frame = ByteBuffer.allocate(9 + length);
        frame.putInt(length << 8 | type).put((byte) flags).putInt(1);
        while (frame.hasRemaining()) {
            frame.put((byte) fill);
        }
        return frame.array();
    }

    private static byte[] all(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** A channel that has no more than so many bytes at once, and none each other time. */
    private static ReadableByteChannel channel(byte[] bytes, int atOnce) {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        return new ReadableByteChannel() {
            private boolean isEmpty;

            @Override
            public int read(ByteBuffer to) {
                isEmpty = !isEmpty;
                byte[] part = new byte[isEmpty ? 0 : Math.min(atOnce, to.remaining())];
                int count = in.read(part, 0, part.length);
                if (count > 0) {
                    to.put(part, 0, count);
                }
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
    }

    private byte[] read(ReadableByteChannel channel) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        ByteBuffer to = ByteBuffer.allocate(9 + LONGEST);
        for (int count = 0; count >= 0; ) {
            to.clear();
            count = filter.read(channel, to);
            assertThat(Math.max(0, count)).isEqualTo(to.position());
            read.write(to.array(), 0, to.position());
        }
        return read.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 9, 10, 100, 100_000})
    void dropsWhatItDoesNotKnowHoweverItComes(int atOnce) throws IOException {
        byte[] known = all(frame(DATA, 0, 50, 1), frame(DATA, 0, 0, 0), frame(DATA, PADDED, LONGEST, 2));
        byte[] sent = all(
                frame(ALTSVC, 0, 20, 9),
                frame(DATA, 0, 50, 1),
                frame(GREASE, 0xff, 0, 0),
                frame(DATA, 0, 0, 0),
                frame(0xff, PADDED, 3, 0xff),
                frame(DATA, PADDED, LONGEST, 2),
                frame(ALTSVC, 0, LONGEST, 9));

        assertThat(read(channel(sent, atOnce))).isEqualTo(known);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 10, 100_000})
    void dropsPartsOfBodiesBehindTheEnd(int atOnce) throws IOException {
        filter.begun(1);
        byte[] whole = all(frame(HEADERS, END_HEADERS, 5, 1), frame(DATA, END_STREAM, 7, 2));

        byte[] read = read(channel(all(whole, frame(DATA, END_STREAM, 0, 0), frame(DATA, PADDED, 50, 3)), atOnce));

        assertThat(read).isEqualTo(whole);
    }

    @Test
    void leavesSoMuchBehindTheEndThatTheWindowOfTheConnectionWouldSuffer() throws IOException {
        filter.begun(1);
        filter.ended(1);
        byte[] late = frame(DATA, 0, LONGEST, 0);
        int dropped = (8 << 20) / late.length;

        int read = 0;
        for (int i = 0; i < dropped + 1; i++) {
            read += read(channel(late, late.length)).length;
        }

        assertThat(read).isEqualTo(late.length);
    }
}
