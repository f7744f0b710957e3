package dev.weir.internal.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.nio.support.classic.ClassicToAsyncRequestProducer;

/** The body of a response for a blocking reader, who is thrown what went wrong, and not HttpCore's wrapping of it. */
final class BlockingBody extends HttpEntityWrapper {

    private static final Package WRAPPING = ClassicToAsyncRequestProducer.class.getPackage();

    BlockingBody(HttpEntity body) {
        super(body);
    }

    /** Returns what went wrong in fact. */
    static IOException unwrapped(IOException thrown) {
        Throwable cause = thrown.getCause();
        if (cause == null || !thrown.getClass().getPackage().equals(WRAPPING)) {
            return thrown;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
    }

    @Override
    public InputStream getContent() throws IOException {
        return new Content(super.getContent());
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        AbstractHttpEntity.writeTo(this, out);
    }

    private static final class Content extends FilterInputStream {
        Content(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            try {
                return in.read();
            } catch (IOException e) {
                throw unwrapped(e);
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return in.read(bytes, offset, length);
            } catch (IOException e) {
                throw unwrapped(e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                in.close();
            } catch (IOException e) {
                throw unwrapped(e);
            }
        }
    }
}
