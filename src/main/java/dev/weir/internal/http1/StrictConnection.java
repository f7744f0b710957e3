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
import org.apache.hc.core5.http.impl.io.DefaultClassicHttpResponseFactory;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestWriterFactory;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.NoResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.HttpTransportMetrics;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.io.SessionOutputBuffer;
import org.apache.hc.core5.http.message.LazyLaxLineParser;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * HttpClient's connection, with framing as strict as RFC 9112. It also tells whether it has read bytes that belong to no
 * response. As thread-safe as HttpClient's: one thread exchanges, any may close.
 */
public final class StrictConnection extends DefaultManagedHttpClientConnection {

    private static final AtomicLong COUNTER = new AtomicLong();

    private final Http1Config config;
    private final Parser parser;

    // Written by the thread that dials, read by those that exchange or check later.
    private volatile @Nullable InputStream decrypted;

    private StrictConnection(String id, Parser parser, Http1Config config) {
        super(
                id,
                CharCodingSupport.createDecoder(null),
                CharCodingSupport.createEncoder(null),
                config,
                StrictHeads::bodyLength,
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
                new StrictConnection("http-outgoing-" + COUNTER.getAndIncrement(), new Parser(config), config);
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
                ? new ChunkedInputStream(new Lines(buffer, new ChunkRule()), in, config)
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
        return super.isConsistent() && brokenPipe == null && !parser.heads.hasBareLf();
    }

    /**
     * Tells whether bytes were read from the wire and not consumed yet: without an outstanding response, they are
     * unsolicited.
     *
     * @return whether there are any, in this connection or, decrypted, in its TLS socket
     */
    public boolean hasBuffered() {
        SessionInputBuffer buffer = parser.buffer;
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
        SessionInputBuffer buffer = parser.buffer;
        if (buffer != null && buffer.length() > 0) {
            return buffer.read(bytes, InputStream.nullInputStream());
        }
        InputStream tls = decrypted;
        return tls != null && tls.available() > 0 ? tls.read(bytes) : 0;
    }

    /** Parses heads as HttpClient does, and knows the buffer from which it does. */
    private static final class Parser implements HttpMessageParser<ClassicHttpResponse> {

        private final HttpMessageParser<ClassicHttpResponse> parser;
        final StrictHeads heads = new StrictHeads();
        // Both are null before the first response.
        @Nullable
        SessionInputBuffer buffer;

        private @Nullable Lines lines;

        Parser(Http1Config config) {
            parser = new DefaultHttpResponseParser(
                    config, LazyLaxLineParser.INSTANCE, DefaultClassicHttpResponseFactory.INSTANCE);
        }

        @Override
        public @Nullable ClassicHttpResponse parse(SessionInputBuffer from, InputStream in)
                throws IOException, HttpException {
            Lines watched = lines;
            if (watched == null) {
                watched = new Lines(from, heads);
                lines = watched;
                buffer = from;
            }
            ClassicHttpResponse response = parser.parse(watched, in);
            heads.parsed(response);
            return response;
        }
    }

    /** The input of a connection, which shows its lines to a rule. */
    static final class Lines implements SessionInputBuffer {

        private final SessionInputBuffer input;
        private final LineRule rule;

        Lines(SessionInputBuffer input, LineRule rule) {
            this.input = input;
            this.rule = rule;
        }

        @Override
        public int readLine(CharArrayBuffer buffer, InputStream in) throws IOException {
            HttpTransportMetrics metrics = input.getMetrics();
            long consumedBefore = metrics.getBytesTransferred() - input.length();
            int begin = buffer.length();
            int read = input.readLine(buffer, in);
            if (read >= 0) {
                long consumed = metrics.getBytesTransferred() - input.length() - consumedBefore;
                rule.line(buffer, begin, (int) consumed - (buffer.length() - begin));
            }
            return read;
        }

        @Override
        public int length() {
            return input.length();
        }

        @Override
        public int capacity() {
            return input.capacity();
        }

        @Override
        public int available() {
            return input.available();
        }

        @Override
        public int read(byte[] bytes, int offset, int length, InputStream in) throws IOException {
            return input.read(bytes, offset, length, in);
        }

        @Override
        public int read(byte[] bytes, InputStream in) throws IOException {
            return input.read(bytes, in);
        }

        @Override
        public int read(InputStream in) throws IOException {
            return input.read(in);
        }

        @Override
        public HttpTransportMetrics getMetrics() {
            return input.getMetrics();
        }
    }
}
