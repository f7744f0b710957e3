package dev.weir.internal.async;

import org.apache.hc.core5.http.impl.nio.ClientHttp1IOEventHandler;

/** What happens on a connection with HTTP/1.1, on its way to HttpCore. For the thread of the connection. */
final class Http1Events extends ClientHttp1IOEventHandler implements OfConnection {

    private final AsyncConnection connection;

    Http1Events(Http1Duplexer duplexer, AsyncConnection connection) {
        super(duplexer);
        this.connection = connection;
    }

    @Override
    public AsyncConnection connection() {
        return connection;
    }
}
