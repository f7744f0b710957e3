package dev.weir.internal.manager;

import dev.weir.internal.pool.PooledConnection;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The body of a response, which notes why its connection must go if reading fails. Not thread-safe, like any body. */
final class WatchedBody extends HttpEntityWrapper {

    private final PooledConnection connection;

    WatchedBody(HttpEntity body, PooledConnection connection) {
        super(body);
        this.connection = connection;
    }

    @Override
    public InputStream getContent() throws IOException {
        return new WatchedStream(super.getContent());
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        AbstractHttpEntity.writeTo(this, out);
    }

    // Closing reads what is left of the body.
    @Override
    public void close() throws IOException {
        try {
            super.close();
        } catch (IOException e) {
            throw noted(e);
        }
    }

    private IOException noted(IOException raised) {
        IOException failure = ChannelFailures.asOfSocket(raised, connection);
        connection.doom(CloseCauses.withinBody(failure));
        return failure;
    }

    private final class WatchedStream extends FilterInputStream {

        WatchedStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            try {
                return in.read();
            } catch (IOException e) {
                throw noted(e);
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return in.read(bytes, offset, length);
            } catch (IOException e) {
                throw noted(e);
            }
        }

        @Override
        public long skip(long count) throws IOException {
            try {
                return in.skip(count);
            } catch (IOException e) {
                throw noted(e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                in.close();
            } catch (IOException e) {
                throw noted(e);
            }
        }
    }
}
