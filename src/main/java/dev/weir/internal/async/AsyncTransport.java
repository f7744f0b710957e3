package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.config.Tls;
import dev.weir.internal.manager.TlsOfPool;
import dev.weir.internal.pool.Millis;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.jspecify.annotations.Nullable;

/**
 * How connections are made and secured, in HttpCore's terms. Immutable; replaced as a whole when the configuration changes.
 *
 * @param coding how the protocols are read and written
 * @param tls protocols to be agreed on, and the limit of the handshake
 * @param tlsStrategy how a connection starts TLS
 * @param options what is configured of TLS
 */
record AsyncTransport(Coding coding, TlsConfig tls, TlsStrategy tlsStrategy, Tls options) {

    static AsyncTransport of(PoolConfig config, @Nullable SSLContext sslContext, @Nullable TlsStrategy tlsStrategy) {
        return new AsyncTransport(
                Coding.of(config),
                TlsConfig.custom()
                        .setVersionPolicy(policy(config.protocol()))
                        .setHandshakeTimeout(Millis.roundedUp(config.tls().handshake()))
                        .build(),
                tlsStrategy != null ? tlsStrategy : TlsOfPool.strategy(config.tls(), sslContext),
                config.tls());
    }

    /**
     * Returns a copy with the keys, trust and HTTP versions of a route; null for those of the pool.
     */
    AsyncTransport with(@Nullable SSLContext context, @Nullable Protocol protocol) {
        if (context == null && protocol == null) {
            return this;
        }
        return new AsyncTransport(
                coding,
                protocol == null
                        ? tls
                        : TlsConfig.copy(tls).setVersionPolicy(policy(protocol)).build(),
                context == null ? tlsStrategy : TlsOfPool.strategy(options, context),
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
