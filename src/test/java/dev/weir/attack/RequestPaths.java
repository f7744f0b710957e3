package dev.weir.attack;

import dev.weir.testserver.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http2.hpack.HPackDecoder;

/** Reads the paths of the requests on one connection, whose heads must fit into a frame each. */
final class RequestPaths {

    private final HPackDecoder decoder = new HPackDecoder(4_096, StandardCharsets.US_ASCII);

    String of(Frame headers) throws IOException {
        try {
            for (Header header : decoder.decodeHeaders(ByteBuffer.wrap(headers.payload()))) {
                if (header.getName().equals(":path")) {
                    return header.getValue();
                }
            }
        } catch (HttpException e) {
            throw new IOException(e);
        }
        throw new IOException("a request without a path");
    }
}
