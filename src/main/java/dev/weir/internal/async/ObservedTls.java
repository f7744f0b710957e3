package dev.weir.internal.async;

import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.reactor.ssl.SSLSessionInitializer;
import org.apache.hc.core5.reactor.ssl.SSLSessionVerifier;
import org.apache.hc.core5.reactor.ssl.TlsDetails;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Starts TLS as the strategy of a pool asks for, and shows the engine that serves the connection. As thread-safe as the
 * session.
 */
record ObservedTls(TransportSecurityLayer session, Consumer<SSLEngine> onEngine) implements TransportSecurityLayer {

    @Override
    public void startTls(
            SSLContext context,
            NamedEndpoint peer,
            @Nullable SSLBufferMode mode,
            @Nullable SSLSessionInitializer initializer,
            @Nullable SSLSessionVerifier verifier,
            @Nullable Timeout handshakeTimeout) {
        session.startTls(context, peer, mode, observed(initializer), verifier, handshakeTimeout);
    }

    @Override
    public void startTls(
            SSLContext context,
            NamedEndpoint peer,
            @Nullable SSLBufferMode mode,
            @Nullable SSLSessionInitializer initializer,
            @Nullable SSLSessionVerifier verifier,
            @Nullable Timeout handshakeTimeout,
            @Nullable FutureCallback<TransportSecurityLayer> callback) {
        session.startTls(context, peer, mode, observed(initializer), verifier, handshakeTimeout, callback);
    }

    private SSLSessionInitializer observed(@Nullable SSLSessionInitializer initializer) {
        return (peer, engine) -> {
            if (initializer != null) {
                initializer.initialize(peer, engine);
            }
            onEngine.accept(engine);
        };
    }

    @Override
    public @Nullable TlsDetails getTlsDetails() {
        return session.getTlsDetails();
    }
}
