package dev.weir.internal.http1;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.CharCodingSupport;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestWriterFactory;
import org.apache.hc.core5.http.impl.io.NoResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.io.SessionOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * HttpClient's connection, with framing as strict as RFC 9112. It also tells whether it has read bytes that belong to no
 * response. As thread-safe as HttpClient's: one thread exchanges, any may close.
 */
public final class StrictConnection extends DefaultManagedHttpClientConnection {

    private static final AtomicLong COUNTER = new AtomicLong();

    private final Http1Config config;
    private final StrictParser parser;

    // Written by the thread that dials, read by those that exchange or check later.
    private volatile @Nullable InputStream decrypted;

    private StrictConnection(String id, StrictParser parser, Http1Config config) {
        super(
                id,
                CharCodingSupport.createDecoder(null),
                CharCodingSupport.createEncoder(null),
                config,
                BodyLength.INSTANCE,
                null,
                NoResponseOutOfOrderStrategy.INSTANCE,
                DefaultHttpRequestWriterFactory.INSTANCE,
                same -> parser);
        this.config = config;
        this.parser = parser;
    }

    // Of the thread that exchanges: how its socket failed while it sent a body. The response may have come before that.
    private @Nullable IOException brokenPipe;

    static StrictConnection create(@Nullable Socket socket, Http1Config config) throws IOException {
        StrictConnection connection =
                new StrictConnection("http-outgoing-" + COUNTER.getAndIncrement(), new StrictParser(config), config);
        if (socket != null) {
            connection.bind(socket);
        }
        return connection;
    }

    @Override
    public void bind(SSLSocket sslSocket, Socket baseSocket) throws IOException {
        super.bind(sslSocket, baseSocket);
        decrypted = sslSocket.getInputStream();
    }

    @Override
    protected OutputStream createContentOutputStream(
            long length, SessionOutputBuffer buffer, OutputStream out, Supplier<List<? extends Header>> trailers) {
        return super.createContentOutputStream(length, buffer, new WatchedOutput(out), trailers);
    }

    private final class WatchedOutput extends FilterOutputStream {

        WatchedOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                brokenPipe = e;
                throw e;
            }
        }
    }

    /** {@inheritDoc} If the server stops reading, {@link #receiveResponseHeader()} tells what it has answered before. */
    @Override
    public void sendRequestEntity(ClassicHttpRequest request) throws HttpException, IOException {
        try {
            super.sendRequestEntity(request);
        } catch (IOException | RuntimeException e) { // the body may wrap what its stream throws
            if (brokenPipe == null) {
                throw e;
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (brokenPipe == null) {
            super.flush();
        }
    }

    @Override
    public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
        IOException broken = brokenPipe;
        if (broken == null) {
            return super.receiveResponseHeader();
        }
        try {
            return super.receiveResponseHeader();
        } catch (HttpException | IOException e) {
            throw broken;
        }
    }

    @Override
    protected InputStream createContentInputStream(long length, SessionInputBuffer buffer, InputStream in) {
        return length == ContentLengthStrategy.CHUNKED
                ? new ChunkedInputStream(new LineWatch(buffer, new ChunkRule()::line), in, config)
                : super.createContentInputStream(length, buffer, in);
    }

    /** Does nothing: each lease sets the timeout of its reads, and nothing waits for an idle connection. */
    @Override
    public void activate() {
        // The timeout that HttpClient's connection would set here, that of the dial, would be replaced at once.
    }

    /** Does nothing, likewise. */
    @Override
    public void passivate() {
        // See activate().
    }

    /** {@inheritDoc} Nor is it after a head with a bare LF: another reader may have seen a different end of it. */
    @Override
    public boolean isConsistent() {
        return super.isConsistent() && brokenPipe == null && !parser.hasBareLf;
    }

    /**
     * Tells whether bytes were read from the wire and not consumed yet: without an outstanding response, they are
     * unsolicited.
     *
     * @return whether there are any, in this connection or, decrypted, in its TLS socket
     */
    public boolean hasBuffered() {
        SessionInputBuffer buffer = parser.unwatched;
        return (buffer != null && buffer.length() > 0) || (decrypted != null && isDecrypted());
    }

    private boolean isDecrypted() {
        InputStream tls = decrypted;
        try {
            return tls != null && tls.available() > 0;
        } catch (IOException e) {
            return false; // the next read reports it
        }
    }

    /**
     * Takes its buffered bytes. The connection must not carry further exchanges.
     *
     * @param bytes the destination
     * @return how many there were, at most as many as fit
     * @throws IOException if TLS fails
     */
    public int takeBuffered(byte[] bytes) throws IOException {
        SessionInputBuffer buffer = parser.unwatched;
        if (buffer != null && buffer.length() > 0) {
            return buffer.read(bytes, InputStream.nullInputStream());
        }
        InputStream tls = decrypted;
        return tls != null && tls.available() > 0 ? tls.read(bytes) : 0;
    }
}
