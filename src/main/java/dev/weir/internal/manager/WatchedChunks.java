package dev.weir.internal.manager;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.io.SessionInputBuffer;

/**
 * A watched stream of chunks. It extends HttpCore's class because HttpClient looks for trailers only there
 * ({@code ResponseEntityProxy.getTrailers}); it reads nothing by itself. For one thread at a time.
 */
final class WatchedChunks extends ChunkedInputStream {

    private static final SessionInputBuffer UNUSED = new SessionInputBufferImpl(1);

    private final InputStream watched;
    private final ChunkedInputStream chunks;

    WatchedChunks(InputStream watched, ChunkedInputStream chunks) {
        super(UNUSED, InputStream.nullInputStream());
        this.watched = watched;
        this.chunks = chunks;
    }

    @Override
    public int available() throws IOException {
        return watched.available();
    }

    @Override
    public int read() throws IOException {
        return watched.read();
    }

    @Override
    public int read(byte[] bytes) throws IOException {
        return watched.read(bytes);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return watched.read(bytes, offset, length);
    }

    @Override
    public long skip(long count) throws IOException {
        return watched.skip(count);
    }

    @Override
    public void close() throws IOException {
        watched.close();
    }

    @Override
    public Header[] getFooters() {
        return chunks.getFooters();
    }
}
