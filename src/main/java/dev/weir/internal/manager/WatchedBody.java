package dev.weir.internal.manager;

import dev.weir.event.CloseCause;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.call.Call;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.Lease;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.StreamClosedException;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.EmptyInputStream;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** The body of a response, which notes why its connection must close if reading fails. Not thread-safe, like any body. */
final class WatchedBody extends HttpEntityWrapper {

    private static final SessionInputBuffer UNUSED = new SessionInputBufferImpl(1);
    // To read on may be cheaper than a new connection: a handshake costs about as much as this many bytes. And a caller
    // that closes a response expects to wait no longer.
    private static final int MOST_DRAINED_BYTES = 64 * 1024;
    private static final long LONGEST_DRAINING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int BUFFER_BYTES = 1024;

    private final BlockingConnection connection;
    private final Lease lease;

    // Made on demand; all streams read from one connection.
    private @Nullable WatchedStream content;
    private long consumed;
    private boolean isAtEnd;
    private boolean isClosed;

    // The call that ends with it if its caller gets it; null for one of another client.
    private final @Nullable Call call;
    // Null if they are not wanted.
    private final @Nullable CallNotes facts;

    WatchedBody(
            HttpEntity body,
            BlockingConnection connection,
            Lease lease,
            @Nullable Call call,
            @Nullable CallNotes facts) {
        super(body);
        this.connection = connection;
        this.lease = lease;
        this.call = call;
        this.facts = facts;
        if (call != null) {
            call.bodyBegan();
        }
    }

    @Override
    public InputStream getContent() throws IOException {
        WatchedStream known = content;
        if (known == null) {
            known = new WatchedStream(super.getContent());
            content = known;
        }
        return known;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        AbstractHttpEntity.writeTo(this, out);
    }

    @Override
    public void close() throws IOException {
        if (!isClosed) {
            getContent().close();
        }
    }

    /** {@inheritDoc} HttpCore keeps them in its stream, which readers do not see here. */
    @Override
    public Supplier<List<? extends Header>> getTrailers() {
        return () -> {
            WatchedStream read = content;
            return read == null ? List.of() : List.of(read.getFooters());
        };
    }

    private IOException failed(IOException raised) {
        PoolClosedException end = isClosed ? null : lease.endedWithPool(ChannelFailures.asOfSocket(raised));
        if (end == null) {
            return noted(raised);
        }
        isClosed = true; // nothing is left to close
        if (facts != null) {
            facts.failed(end, System.nanoTime());
        }
        if (call != null) {
            call.bodyEnded();
        }
        throw end;
    }

    private IOException noted(IOException raised) {
        IOException failure = ChannelFailures.asOfSocket(raised, connection);
        connection.failed(failure);
        connection.doom(BrokenConnection.closeCause(failure, false));
        IOException named = connection.route.named(failure);
        if (facts != null && connection.isCancelled()) {
            facts.givenUp(System.nanoTime());
        } else if (facts != null) {
            facts.failed(named, System.nanoTime());
        }
        return call == null ? named : call.bodyFailed(named);
    }

    /**
     * Counts what callers read. It extends HttpCore's class, of which it uses nothing, because HttpClient looks for trailers
     * only there ({@code ResponseEntityProxy.getTrailers}).
     */
    private final class WatchedStream extends ChunkedInputStream {

        private final InputStream in;

        WatchedStream(InputStream in) {
            super(UNUSED, EmptyInputStream.INSTANCE);
            this.in = in;
        }

        @Override
        public Header[] getFooters() {
            return in instanceof ChunkedInputStream chunks ? chunks.getFooters() : new Header[0];
        }

        @Override
        public int available() throws IOException {
            return in.available();
        }

        @Override
        public int read() throws IOException {
            try {
                int read = in.read();
                counted(read < 0 ? read : 1);
                return read;
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return counted(in.read(bytes, offset, length));
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public long skip(long count) throws IOException {
            try {
                long skipped = in.skip(count);
                consumed += skipped;
                return skipped;
            } catch (IOException e) {
                throw failed(e);
            }
        }

        // HttpClient would read the rest, whatever its length, however long it takes.
        @Override
        public void close() throws IOException {
            if (isClosed) {
                return;
            }
            isClosed = true;
            try {
                if (isAtEnd() || drain()) {
                    in.close();
                    connection.answered();
                } else {
                    connection.end(CloseCause.BODY_NOT_CONSUMED);
                }
                if (facts != null) {
                    facts.ended(System.nanoTime());
                }
            } catch (IOException e) {
                throw noted(e);
            } finally {
                if (call != null) {
                    call.bodyEnded();
                }
            }
        }

        private int counted(int read) {
            if (read < 0 && !isAtEnd) {
                isAtEnd = true;
                if (call != null) {
                    call.bodyEnded();
                }
            }
            consumed += Math.max(0, read);
            if (facts != null && isAtEnd()) {
                facts.ended(System.nanoTime());
            }
            return read;
        }

        private boolean drain() throws IOException {
            long endNanos = System.nanoTime() + LONGEST_DRAINING_NANOS;
            byte[] bytes = new byte[1]; // usually only the end is left
            int left = MOST_DRAINED_BYTES;
            try {
                while (left > 0) {
                    long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
                    connection.own().setSocketTimeout(Timeout.ofMilliseconds(Math.max(1, leftMillis)));
                    int read = in.read(bytes);
                    if (read < 0) {
                        return true;
                    }
                    left -= read;
                    bytes = bytes.length > 1 ? bytes : new byte[BUFFER_BYTES];
                    if (System.nanoTime() - endNanos >= 0) {
                        return false;
                    }
                }
                return false;
            } catch (SocketTimeoutException e) {
                return false;
            } catch (StreamClosedException e) {
                return true; // closing it read the rest
            }
        }

        // Callers that know the length stop there without reading the end of the stream.
        private boolean isAtEnd() {
            return isAtEnd || consumed == getContentLength();
        }
    }
}
