package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducers;
import org.apache.hc.core5.http.nio.entity.FileEntityProducer;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallBodyTest {

    private static final String TEXT = "0123456789".repeat(1_000);

    /** Takes so many bytes, and no more. */
    private static final class Window implements DataStreamChannel {
        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        private int left;
        private boolean ended;

        Window(int bytes) {
            left = bytes;
        }

        @Override
        public void requestOutput() {}

        @Override
        public int write(ByteBuffer bytes) {
            int count = Math.min(left, bytes.remaining());
            left -= count;
            for (int i = 0; i < count; i++) {
                sent.write(bytes.get());
            }
            return count;
        }

        @Override
        public void endStream() {
            ended = true;
        }

        @Override
        public void endStream(@Nullable List<? extends Header> trailers) {
            ended = true;
        }
    }

    private static String send(AsyncEntityProducer body) throws IOException {
        Window window = new Window(Integer.MAX_VALUE);
        for (int i = 0; i < 100 && !window.ended; i++) {
            body.produce(window);
        }
        assertThat(window.ended).isTrue();
        return window.sent.toString(StandardCharsets.US_ASCII);
    }

    private static void assertBeginsAtItsBeginning(AsyncEntityProducer producer) throws IOException {
        CallBody body = new CallBody(producer, HttpClientContext.create());
        body.produce(new Window(100));
        body.produce(new Window(100));
        body.failed(new IOException("on purpose"));
        body.releaseResources();

        assertThat(send(body)).isEqualTo(TEXT);
    }

    @Test
    void isFreshForText() throws IOException {
        assertBeginsAtItsBeginning(new StringAsyncEntityProducer(TEXT, ContentType.TEXT_PLAIN));
    }

    @Test
    void isFreshForBytes() throws IOException {
        assertBeginsAtItsBeginning(
                AsyncEntityProducers.create(TEXT.getBytes(StandardCharsets.US_ASCII), ContentType.TEXT_PLAIN));
    }

    @Test
    void isFreshForAFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("body"), TEXT);

        assertBeginsAtItsBeginning(new FileEntityProducer(file.toFile(), ContentType.TEXT_PLAIN));
    }

    @Test
    void isFreshAsOftenAsItIsSent() throws IOException {
        CallBody body =
                new CallBody(new StringAsyncEntityProducer(TEXT, ContentType.TEXT_PLAIN), HttpClientContext.create());

        for (int i = 0; i < 3; i++) {
            assertThat(send(body)).isEqualTo(TEXT);
            body.releaseResources();
        }
    }

    @Test
    void isFreshAfterAnAttemptThatHasSentNothing() throws IOException {
        CallBody body =
                new CallBody(new StringAsyncEntityProducer(TEXT, ContentType.TEXT_PLAIN), HttpClientContext.create());
        body.releaseResources();

        assertThat(send(body)).isEqualTo(TEXT);
    }
}
