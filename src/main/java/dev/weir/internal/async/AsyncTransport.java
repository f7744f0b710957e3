package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.config.Tls;
import dev.weir.internal.manager.TlsOfPool;
import dev.weir.internal.pool.RoutePolicy;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.jspecify.annotations.Nullable;

/**
 * How connections are made and secured, in HttpCore's terms. Immutable; replaced as a whole when the configuration changes.
 *
 * @param http1 buffers and limits of HTTP/1.1
 * @param http2 limits and windows of HTTP/2
 * @param tls protocols to be agreed on, and the limit of the handshake
 * @param tlsStrategy how a connection starts TLS
 * @param options what is configured of TLS
 */
record AsyncTransport(Http1Config http1, H2Config http2, TlsConfig tls, TlsStrategy tlsStrategy, Tls options) {

    // A few indexed fields in one frame may stand for many megabytes.
    private static final int LARGEST_HEAD = 256 * 1024;

    static AsyncTransport of(PoolConfig config, @Nullable SSLContext sslContext, @Nullable TlsStrategy tlsStrategy) {
        return new AsyncTransport(
                config.http1Config(),
                http2(config.http2Config()),
                TlsConfig.custom()
                        .setVersionPolicy(policy(config.effective().protocol()))
                        .setHandshakeTimeout(RoutePolicy.roundedUp(config.tls().handshake()))
                        .build(),
                tlsStrategy != null ? tlsStrategy : new TlsOfPool(config.tls(), sslContext),
                config.tls());
    }

    private static H2Config http2(H2Config asked) {
        boolean isDefault = asked.getMaxHeaderListSize() == H2Config.DEFAULT.getMaxHeaderListSize();
        return H2Config.copy(asked)
                .setPushEnabled(false) // no code could receive pushes
                .setMaxHeaderListSize(isDefault ? LARGEST_HEAD : asked.getMaxHeaderListSize())
                .build();
    }

    /**
     * Returns one with the HTTP versions of a route, and with its keys and trust; null for those of the pool.
     */
    AsyncTransport with(@Nullable SSLContext context, Protocol protocol) {
        HttpVersionPolicy versions = policy(protocol);
        if (context == null && versions == tls.getHttpVersionPolicy()) {
            return this;
        }
        return new AsyncTransport(
                http1,
                http2,
                TlsConfig.copy(tls).setVersionPolicy(versions).build(),
                context == null ? tlsStrategy : new TlsOfPool(options, context),
                options);
    }

    private static HttpVersionPolicy policy(Protocol protocol) {
        return switch (protocol) {
            case HTTP_1_1 -> HttpVersionPolicy.FORCE_HTTP_1;
            case HTTP_2 -> HttpVersionPolicy.FORCE_HTTP_2;
            case NEGOTIATE -> HttpVersionPolicy.NEGOTIATE;
        };
    }
}
