package dev.weir.internal.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A body that is read under the deadline of its call. */
final class DeadlineEntity extends HttpEntityWrapper {

    private final CallDeadline deadline;

    DeadlineEntity(HttpEntity body, CallDeadline deadline) {
        super(body);
        this.deadline = deadline;
    }

    @Override
    public InputStream getContent() throws IOException {
        return new Content(super.getContent(), deadline);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        AbstractHttpEntity.writeTo(this, out);
    }

    // Closing reads the rest of the body, so the deadline must run until that is done.
    @Override
    public void close() throws IOException {
        try {
            super.close();
        } catch (IOException | RuntimeException e) {
            throw deadline.ended(e);
        } finally {
            deadline.stop();
        }
    }

    /** The bytes of a body that is read under a deadline. Not thread-safe, like any stream. */
    private static final class Content extends FilterInputStream {

        private final CallDeadline deadline;
        private final byte[] single = new byte[1];

        Content(InputStream body, CallDeadline deadline) {
            super(body);
            this.deadline = deadline;
        }

        @Override
        public int read() throws IOException {
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                int count = in.read(bytes, offset, length);
                if (count < 0) {
                    deadline.stop();
                }
                return count;
            } catch (IOException | RuntimeException e) {
                deadline.stop();
                throw deadline.ended(e);
            }
        }

        @Override
        public long skip(long count) throws IOException {
            try {
                return in.skip(count);
            } catch (IOException | RuntimeException e) {
                deadline.stop();
                throw deadline.ended(e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                in.close();
            } catch (IOException | RuntimeException e) {
                throw deadline.ended(e);
            } finally {
                deadline.stop();
            }
        }
    }
}
