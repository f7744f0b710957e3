package dev.weir.internal.client;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.client5.http.entity.compress.ContentCodecRegistry;
import org.apache.hc.client5.http.entity.compress.ContentCoding;
import org.apache.hc.client5.http.impl.ContentCodingSupport;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as received, and its codings. It describes itself as decoded, so that no step before the reader
 * decodes it. A reader that accepts it decodes it itself, on its own thread, with the decoders of HttpClient's blocking
 * client. For another reader it tracks how far the decoded body is ahead of it: one window of coded bytes is decoded at once;
 * more is granted when the reader has taken the result. Any thread may grant; the rest is for the thread of the connection.
 */
final class CodedBody implements EntityDetails, CapacityChannel {

    // What arrives before a reader has granted anything, over either protocol: a reader may leave almost as much
    // ungranted forever.
    private static final int FIRST_WINDOW = 65_535;

    // Less often than at each frame, and long before the sender runs out of window.
    private static final int GRANT_BYTES = 16 * 1024;

    private final EntityDetails wire;
    // In the order of their application.
    private final List<ContentCoding> codings;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean taken;

    // All guarded by the lock.
    private @Nullable CapacityChannel sender;
    private long ahead;
    private int toGrant;

    private CodedBody(EntityDetails wire, List<ContentCoding> codings) {
        this.wire = wire;
        this.codings = codings;
    }

    /** Returns the body of a response; null if it has none, or no codings, or too many, or one without a decoder. */
    static @Nullable CodedBody of(HttpResponse head, @Nullable EntityDetails details) {
        if (details == null || isEmpty(head, details)) {
            return null;
        }
        List<String> names = ContentCodingSupport.parseContentCodecs(details);
        List<ContentCoding> codings =
                names.stream().map(CodedBody::coding).flatMap(Optional::stream).toList();
        boolean isReadable = !names.isEmpty()
                && names.size() <= ContentCodingSupport.MAX_CODEC_LIST_LEN
                && codings.size() == names.size();
        return isReadable ? new CodedBody(details, codings) : null;
    }

    // HttpCore ignores the announced length of a response over HTTP/2.
    private static boolean isEmpty(HttpResponse head, EntityDetails details) {
        Header length = head.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        return details.getContentLength() == 0 || (length != null && "0".equals(length.getValue()));
    }

    private static Optional<ContentCoding> coding(String name) {
        ContentCoding coding = ContentCoding.fromToken(name);
        ContentCoding known = coding == ContentCoding.X_GZIP ? ContentCoding.GZIP : coding;
        return Optional.ofNullable(known).filter(each -> ContentCodecRegistry.decoder(each) != null);
    }

    /** Decodes the body as it is read: the coding that was applied last is undone first. */
    HttpEntity decoded(HttpEntity received) {
        HttpEntity plain = received;
        for (int i = codings.size() - 1; i >= 0; i--) {
            plain = ContentCodecRegistry.unwrap(codings.get(i), plain);
        }
        return plain;
    }

    /** Returns the entity details that the server sent. */
    EntityDetails wire() {
        return wire;
    }

    /** Notes that the reader decodes by itself. */
    void take() {
        taken = true;
    }

    boolean isTaken() {
        return taken;
    }

    @Override
    public long getContentLength() {
        return -1;
    }

    @Override
    public @Nullable String getContentEncoding() {
        return null;
    }

    @Override
    public String getContentType() {
        return wire.getContentType();
    }

    @Override
    public boolean isChunked() {
        return true;
    }

    @Override
    public Set<String> getTrailerNames() {
        return wire.getTrailerNames();
    }

    /** Returns the channel through which the reader grants, in place of one to the server. */
    CapacityChannel granting(CapacityChannel to) {
        lock.lock();
        try {
            sender = to;
            return this;
        } finally {
            lock.unlock();
        }
    }

    /** Notes decoded input bytes, and grants as many again, in larger steps, if the reader keeps up. */
    void used(int codedBytes) throws IOException {
        change(0, codedBytes, GRANT_BYTES);
    }

    /** Notes decoded bytes that were passed to the reader. */
    void given(int decodedBytes) {
        lock.lock();
        try {
            ahead += decodedBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Notes decoded bytes that the reader has taken, or is ready to take. */
    @Override
    public void update(int decodedBytes) throws IOException {
        change(decodedBytes, 0, 1);
    }

    // Not under the lock, because it writes to the connection.
    private void change(int read, int used, int leastGrant) throws IOException {
        CapacityChannel to;
        int count;
        lock.lock();
        try {
            ahead -= Math.max(0, read);
            toGrant += used;
            to = ahead < FIRST_WINDOW && toGrant >= leastGrant ? sender : null;
            count = toGrant;
            toGrant = to == null ? toGrant : 0;
        } finally {
            lock.unlock();
        }
        if (to != null) {
            to.update(count);
        }
    }
}
