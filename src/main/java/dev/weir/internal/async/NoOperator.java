package dev.weir.internal.async;

import java.net.SocketAddress;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.nio.AsyncClientConnectionOperator;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Takes the place of the operator that HttpClient requires but never calls: the pool itself establishes its connections. */
final class NoOperator implements AsyncClientConnectionOperator {

    @Override
    public Future<ManagedAsyncClientConnection> connect(
            ConnectionInitiator initiator,
            HttpHost host,
            @Nullable SocketAddress localAddress,
            @Nullable Timeout timeout,
            @Nullable Object attachment,
            @Nullable FutureCallback<ManagedAsyncClientConnection> callback) {
        throw new UnsupportedOperationException("The pool establishes its connections itself");
    }

    @Override
    public void upgrade(ManagedAsyncClientConnection connection, HttpHost host, @Nullable Object attachment) {
        throw new UnsupportedOperationException("The pool establishes its connections itself");
    }
}
