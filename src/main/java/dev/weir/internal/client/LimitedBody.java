package dev.weir.internal.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.jspecify.annotations.Nullable;

/** The decoded body of a response, which ends the exchange when it becomes too large. Not thread-safe, like any body. */
final class LimitedBody extends HttpEntityWrapper {

    private final SizeLimit limit;
    private final Runnable giveUp;
    private @Nullable InputStream content;

    LimitedBody(HttpEntity body, SizeLimit limit, Runnable giveUp) {
        super(body);
        this.limit = limit;
        this.giveUp = giveUp;
    }

    /** Returns the body, counted if there is a limit. */
    static HttpEntity of(HttpEntity body, SizeLimit limit, Runnable giveUp) throws IOException {
        if (!limit.isSet()) {
            return body;
        }
        LimitedBody counted = new LimitedBody(body, limit, giveUp);
        counted.check(body.getContentLength());
        return counted;
    }

    private void check(long size) throws IOException {
        try {
            limit.check(size);
        } catch (IOException e) {
            giveUp.run();
            throw e;
        }
    }

    @Override
    public InputStream getContent() throws IOException {
        InputStream known = content;
        if (known == null || !isStreaming()) {
            known = new Counted(super.getContent());
            content = known;
        }
        return known;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try (InputStream in = getContent()) {
            in.transferTo(out);
        }
    }

    private final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream content) {
            super(content);
        }

        @Override
        public int read() throws IOException {
            int single = super.read();
            counted(single < 0 ? 0 : 1);
            return single;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            counted(Math.max(0, read));
            return read;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = super.skip(bytes);
            counted(skipped);
            return skipped;
        }

        @Override
        public boolean markSupported() {
            return false; // bytes that are read twice would count twice
        }

        private void counted(long bytes) throws IOException {
            count += bytes;
            check(count);
        }
    }
}
