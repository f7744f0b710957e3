package dev.weir.internal.http1;

import dev.weir.internal.socket.ChannelSocket;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * HttpClient's connection, with framing as strict as RFC 9112. Without an outstanding request it also tells whether the server
 * has closed it, or has sent bytes that belong to no response; only the thread that has it for itself may look. As
 * thread-safe as HttpClient's: one thread exchanges, any may close.
 */
public final class StrictConnection extends DefaultManagedHttpClientConnection {

    /** Follows the steps of a connection, on the thread that makes them. */
    public interface Observer {

        /**
         * Notes that it has a socket.
         *
         * @param socket the socket, connected or not
         * @throws IOException if the connection is given up
         */
        default void bound(Socket socket) throws IOException {}

        /**
         * Notes that it speaks TLS.
         *
         * @param base the socket below
         * @throws IOException if the connection is given up
         */
        default void secured(Socket base) throws IOException {}

        /** Notes that the body of a request was sent. */
        default void sent() {}
    }

    /** Below this idle time, checking whether the server has closed it is not worth a microsecond. */
    private static final long WORTH_A_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final AtomicLong COUNTER = new AtomicLong();

    private final Http1Config config;
    private final Parser parser;
    private final Observer observer;

    // All written by the thread that dials, read by those that exchange, look or close later.
    private volatile @Nullable Socket base;
    // The same socket, if a look at it takes no time: not through a SOCKS proxy, nor a Unix socket.
    private volatile @Nullable ChannelSocket channel;
    private volatile @Nullable InputStream decrypted;

    /**
     * Creates a connection without a socket.
     *
     * @param id its id
     * @param config the limits of what it reads
     * @param observer follows it
     */
    public StrictConnection(String id, Http1Config config, Observer observer) {
        this(id, new Parser(config), config, observer);
    }

    private StrictConnection(String id, Parser parser, Http1Config config, Observer observer) {
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
        this.observer = observer;
    }

    /**
     * Returns an id for the next connection.
     *
     * @return one like HttpClient's
     */
    public static String nextId() {
        return "http-outgoing-" + COUNTER.getAndIncrement();
    }

    // Of the thread that exchanges: how its socket failed while it sent a body. The response may have come before that.
    private @Nullable IOException brokenPipe;

    @Override
    public void bind(Socket socket) throws IOException {
        base = socket; // first: it is closed with this from now on
        super.bind(socket);
        channel = socket instanceof ChannelSocket ours && socket.isConnected() ? ours : null;
        observer.bound(socket);
    }

    @Override
    public void bind(SSLSocket sslSocket, Socket baseSocket) throws IOException {
        super.bind(sslSocket, baseSocket);
        decrypted = sslSocket.getInputStream();
        observer.secured(baseSocket);
    }

    /**
     * Tells whether it speaks TLS with its server.
     *
     * @return whether it does
     */
    public boolean isSecured() {
        return decrypted != null;
    }

    /** {@inheritDoc} HttpClient's connection forgets a socket that it failed to close. */
    @Override
    public void close(CloseMode mode) {
        try {
            super.close(mode);
        } finally {
            Closer.closeQuietly(base);
        }
    }

    @Override
    public void close() throws IOException {
        close(CloseMode.GRACEFUL);
    }

    /**
     * Tells whether looking at it takes no time.
     *
     * @return whether it takes none
     */
    public boolean isLookable() {
        return channel != null;
    }

    /**
     * Looks before a request is sent: always for bytes, for the end if that is worth its cost.
     *
     * @param idleNanos for how long it has been idle
     * @param validateAfterNanos the idle time from which on it looks for the end even if that takes time
     * @return what it has seen
     */
    public Sight lookBeforeUse(long idleNanos, long validateAfterNanos) {
        if (channel != null) {
            boolean isWorthIt = idleNanos >= Math.min(validateAfterNanos, WORTH_A_LOOK_NANOS);
            return isWorthIt || hasArrived() || hasBuffered() ? look() : Sight.QUIET;
        }
        try {
            return idleNanos >= validateAfterNanos && isStale() ? Sight.ENDED : look();
        } catch (IOException e) {
            return Sight.ENDED; // a connection that cannot be looked at cannot be used
        }
    }

    /**
     * Looks for bytes, and for the end if that takes no time. Bytes stay where they are: under TLS they may be a message
     * between the two ends, such as a session ticket.
     *
     * @return what it has seen
     */
    public Sight look() {
        ChannelSocket ours = channel;
        try {
            if (hasBuffered()) {
                return buffered();
            }
            int there = ours == null ? arrived() : ours.lookAhead();
            if (there <= 0) {
                return there == 0 ? Sight.QUIET : Sight.ENDED;
            }
            if (isStale()) { // which reads what has arrived
                return Sight.ENDED;
            }
            return hasBuffered() ? buffered() : Sight.QUIET;
        } catch (IOException e) {
            return Sight.ENDED; // reset, or closed by us
        }
    }

    // How many bytes can be read from the socket. Does not see the end.
    private int arrived() throws IOException {
        Socket current = base;
        return current == null || !current.isConnected()
                ? 0
                : current.getInputStream().available();
    }

    /**
     * Tells whether there are bytes that can be read from the socket.
     *
     * @return whether there are any; true also if it broke
     */
    public boolean hasArrived() {
        try {
            return arrived() > 0;
        } catch (IOException e) {
            return true; // the reading thread will see why
        }
    }

    private Sight buffered() throws IOException {
        byte[] first = new byte[Sight.TELLING_BYTES];
        SessionInputBuffer buffer = parser.lines;
        InputStream tls = decrypted;
        int read = 0;
        if (buffer != null && buffer.length() > 0) {
            read = buffer.read(first, InputStream.nullInputStream());
        } else if (tls != null && tls.available() > 0) {
            read = tls.read(first);
        }
        return Sight.of(first, read);
    }

    /** {@inheritDoc} It can be used afterwards, whatever the response. */
    @Override
    public boolean isDataAvailable(Timeout timeout) throws IOException {
        survivesTimeouts(true);
        try {
            return super.isDataAvailable(timeout);
        } finally {
            survivesTimeouts(false);
        }
    }

    /** {@inheritDoc} It can be used afterwards, whatever the response. */
    @Override
    public boolean isStale() throws IOException {
        survivesTimeouts(true);
        try {
            return super.isStale();
        } finally {
            survivesTimeouts(false);
        }
    }

    // HttpCore checks by a read, after which the connection must work as before.
    private void survivesTimeouts(boolean does) throws IOException {
        ChannelSocket ours = channel;
        if (ours != null) {
            ours.survivesTimeouts(does);
        }
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
        observer.sent();
    }

    @Override
    public void flush() throws IOException {
        if (brokenPipe == null) {
            super.flush();
        }
    }

    @Override
    public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
        try {
            return super.receiveResponseHeader();
        } catch (HttpException | IOException e) {
            if (brokenPipe != null) {
                throw brokenPipe;
            }
            throw e;
        }
    }

    @Override
    protected InputStream createContentInputStream(long length, SessionInputBuffer buffer, InputStream in) {
        return length == ContentLengthStrategy.CHUNKED
                ? new ChunkedInputStream(new Lines(buffer, new ChunkRule()), in, config)
                : super.createContentInputStream(length, buffer, in);
    }

    /** {@inheritDoc} Nor is it after a head with a bare LF: another reader may have seen a different end of it. */
    @Override
    public boolean isConsistent() {
        return super.isConsistent() && brokenPipe == null && !parser.heads.hasBareLf;
    }

    /**
     * Tells whether bytes were read from the wire and not consumed yet: without an outstanding response, they are
     * unsolicited.
     *
     * @return whether there are any, in this connection or, decrypted, in its TLS socket
     */
    public boolean hasBuffered() {
        Lines lines = parser.lines;
        InputStream tls = decrypted;
        try {
            return (lines != null && lines.input.length() > 0) || (tls != null && tls.available() > 0);
        } catch (IOException e) {
            return false; // the next read reports it
        }
    }

    /** Parses heads as HttpClient does, and knows the buffer from which it does. */
    private static final class Parser implements HttpMessageParser<ClassicHttpResponse> {

        private final HttpMessageParser<ClassicHttpResponse> parser;
        final StrictHeads heads = new StrictHeads();
        // Null before the first response.
        @Nullable
        Lines lines;

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
