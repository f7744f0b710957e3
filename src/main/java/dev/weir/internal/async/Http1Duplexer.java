package dev.weir.internal.async;

import dev.weir.internal.http1.ChunkRule;
import dev.weir.internal.http1.StrictHeads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.impl.BasicHttpTransportMetrics;
import org.apache.hc.core5.http.impl.nio.ClientHttp1StreamDuplexer;
import org.apache.hc.core5.http.impl.nio.DefaultHttpRequestWriterFactory;
import org.apache.hc.core5.http.nio.ContentDecoder;
import org.apache.hc.core5.http.nio.ContentEncoder;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.apache.hc.core5.http.nio.SessionOutputBuffer;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/** HTTP/1.1 on a connection, as HttpCore speaks it, and stricter. For the thread of the connection. */
final class Http1Duplexer extends ClientHttp1StreamDuplexer {

    private final AsyncConnection connection;

    Http1Duplexer(ProtocolIOSession session, HttpProcessor processor, AsyncConnection connection, AsyncTransport how) {
        super(
                session,
                processor,
                how.http1(),
                CharCodingConfig.DEFAULT,
                DefaultClientConnectionReuseStrategy
                        .INSTANCE, // it keeps the connection after CONNECT, even in HTTP/1.0
                connection.http1.parser(how.http1()),
                DefaultHttpRequestWriterFactory.INSTANCE.create(),
                StrictHeads::bodyLength,
                null,
                null);
        this.connection = connection;
    }

    @Override
    protected ContentDecoder createContentDecoder(
            long length, ReadableByteChannel channel, SessionInputBuffer buffer, BasicHttpTransportMetrics metrics)
            throws HttpException {
        SessionInputBuffer input =
                length == ContentLengthStrategy.CHUNKED ? new AsyncLines(buffer, new ChunkRule()) : buffer;
        return super.createContentDecoder(length, channel, input, metrics);
    }

    @Override
    protected ContentEncoder createContentEncoder(
            long length, WritableByteChannel channel, SessionOutputBuffer buffer, BasicHttpTransportMetrics metrics)
            throws HttpException {
        ContentEncoder encoder = super.createContentEncoder(length, channel, buffer, metrics);
        StreamExchange exchange = connection.sending;
        return length == ContentLengthStrategy.CHUNKED && exchange != null
                ? new WholeChunks(encoder, exchange.upload)
                : encoder;
    }

    /**
     * The chunked body of a request, whose last chunk follows only a whole body: HttpCore sends it right after an early
     * response, so the server would mistake a part for the whole. HttpCore does not recognize this as a chunk coding, so it then
     * closes the connection, as it does after a part of a body with an announced length. As thread-safe as the encoder that it
     * wraps.
     */
    private static final class WholeChunks implements ContentEncoder {

        private final ContentEncoder chunks;
        private final Upload request;

        // Of the thread that ends the body.
        private volatile boolean cut;

        WholeChunks(ContentEncoder chunks, Upload request) {
            this.chunks = chunks;
            this.request = request;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return chunks.write(bytes);
        }

        @Override
        public void complete(@Nullable List<? extends Header> trailers) throws IOException {
            if (request.whole) {
                chunks.complete(trailers);
            } else {
                cut = true;
            }
        }

        @Override
        public boolean isCompleted() {
            return cut || chunks.isCompleted();
        }
    }
}
