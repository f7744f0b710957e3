package dev.weir.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/**
 * The body of a response, for the thread that reads it. Closing it ends the exchange if a large rest is unread. Not
 * thread-safe.
 */
final class AnswerBody extends AbstractHttpEntity {

    // As much, and for as long, as a blocking pool reads on to keep a connection: servers suspect an attack behind many
    // resets. No more than a window, because skipping grants nothing.
    private static final int MOST_SKIPPED_BYTES = 64 * 1024 - 1;
    private static final long LONGEST_SKIPPING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BlockingAnswer answer;
    private final Runnable giveUp;
    private final long length;
    private final InputStream content = new Content();

    /** Creates the body that the caller gets, and through which it holds the response. */
    static AnswerBody of(BlockingAnswer answer, HttpResponse head, EntityDetails details, Runnable giveUp) {
        AnswerBody body = new AnswerBody(answer, details, length(head, details), giveUp);
        answer.heldBy(body);
        return body;
    }

    private AnswerBody(BlockingAnswer answer, EntityDetails details, long length, Runnable giveUp) {
        super(details.getContentType(), details.getContentEncoding(), length < 0);
        this.answer = answer;
        this.giveUp = giveUp;
        this.length = length;
    }

    // HttpCore ignores the announced length of a response over HTTP/2, which helps readers. For a compressed body it is
    // the length on the wire, and it stays in the head after decompression.
    private static long length(HttpResponse head, EntityDetails details) {
        Header named = head.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        boolean isFramedByHttp2 = HttpVersion.HTTP_2.equals(head.getVersion());
        boolean isCompressed = head.containsHeader(HttpHeaders.CONTENT_ENCODING);
        if (details.getContentLength() >= 0 || named == null || isCompressed || !isFramedByHttp2) {
            return Math.max(-1, details.getContentLength()); // HttpCore has a lower number for "until it is closed"
        }
        try {
            return Math.max(-1, Long.parseLong(named.getValue()));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public InputStream getContent() {
        return content;
    }

    @Override
    public long getContentLength() {
        return length;
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public Supplier<List<? extends Header>> getTrailers() {
        return answer::trailers;
    }

    @Override
    public void close() throws IOException {
        content.close();
    }

    private final class Content extends InputStream {

        private final byte[] single = new byte[1];
        private boolean isClosed;
        private boolean isAtEnd;

        @Override
        public int read() throws IOException {
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            try {
                int count = isClosed ? -1 : answer.read(bytes, offset, length);
                isAtEnd |= count < 0 && !isClosed;
                return count;
            } finally {
                Reference.reachabilityFence(
                        this); // a waiting reader keeps the response reachable, whatever the compiler optimizes
            }
        }

        @Override
        public int available() {
            return isClosed ? 0 : answer.available();
        }

        @Override
        public void close() throws IOException {
            if (isClosed) {
                return;
            }
            isClosed = true;
            boolean isWhole = isAtEnd;
            try {
                isWhole = isAtEnd || answer.skip(MOST_SKIPPED_BYTES, LONGEST_SKIPPING_NANOS);
            } finally {
                if (!isWhole) {
                    giveUp.run();
                }
                Reference.reachabilityFence(this);
            }
        }
    }
}
