package dev.weir.internal.async;

import dev.weir.internal.http1.ChunkRule;
import dev.weir.internal.http1.StrictHeads;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.core5.http.ContentLengthStrategy;
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
                ? new WholeChunks(encoder, () -> exchange.upload.whole)
                : encoder;
    }
}
