package dev.weir.bench;

import java.io.IOException;
import java.net.URI;

/** A server in a process of its own, as its clients see it. */
interface Target extends AutoCloseable {

    /** Returns the URI of its root. */
    URI uri();

    /** Returns the certificate of this server. */
    Trust trust();

    /** Returns the process whose CPU time is the server's. */
    long pid();

    @Override
    void close() throws IOException;
}
