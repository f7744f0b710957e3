package dev.weir.testserver;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The two directions of a connection; the output once with a buffer, which is empty between responses, and once bare. */
record Streams(ByteInput input, OutputStream buffered, OutputStream raw) {

    private static final int BUFFER = 16 * 1024; // a TLS record

    static Streams of(Transport transport) throws IOException {
        OutputStream raw = transport.output();
        return new Streams(new ByteInput(transport.input()), new BufferedOutputStream(raw, BUFFER), raw);
    }
}
