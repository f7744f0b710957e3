package dev.weir.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
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
        return new DeadlineStream(super.getContent(), deadline);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try {
            super.writeTo(out);
        } catch (IOException | RuntimeException e) {
            throw deadline.ended(e);
        } finally {
            deadline.stop();
        }
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
}
