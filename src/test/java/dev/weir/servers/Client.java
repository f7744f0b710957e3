package dev.weir.servers;

import java.io.IOException;

/** A client under test. Thread-safe. */
interface Client extends AutoCloseable {

    /** Sends a request, and returns what came when all of it is there. */
    Answer send(Request request) throws Exception;

    @Override
    void close() throws IOException;
}
