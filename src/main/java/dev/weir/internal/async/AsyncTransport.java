package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.config.SocketOptions;
import dev.weir.config.Tls;
import dev.weir.internal.pool.Millis;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * How sockets are made and secured, in HttpCore's terms. Immutable; replaced as a whole when the configuration changes.
 *
 * @param sockets options of the TCP sockets
 * @param tls protocols to be agreed on, and the limit of the handshake
 * @param tlsStrategy how a connection becomes one with TLS
 * @param localAddress where connections leave from; null for anywhere
 */
record AsyncTransport(
        IOReactorConfig sockets,
        TlsConfig tls,
        TlsStrategy tlsStrategy,
        @Nullable InetSocketAddress localAddress) {

    // How late HttpCore notices that the time for connecting is over.
    private static final TimeValue SELECT_INTERVAL = TimeValue.ofMilliseconds(50);

    static AsyncTransport of(PoolConfig config, Protocol protocol, TlsStrategy tlsStrategy) {
        return new AsyncTransport(
                sockets(config),
                TlsConfig.custom()
                        .setVersionPolicy(policy(protocol))
                        .setHandshakeTimeout(Millis.roundedUp(config.tls().handshake()))
                        .build(),
                tlsStrategy,
                config.localAddress()
                        .map(address -> new InetSocketAddress(address, 0))
                        .orElse(null));
    }

    private static HttpVersionPolicy policy(Protocol protocol) {
        return switch (protocol) {
            case HTTP_1_1 -> HttpVersionPolicy.FORCE_HTTP_1;
            case HTTP_2 -> HttpVersionPolicy.FORCE_HTTP_2;
            case NEGOTIATE -> HttpVersionPolicy.NEGOTIATE;
        };
    }

    private static IOReactorConfig sockets(PoolConfig config) {
        SocketOptions options = config.socket();
        IOReactorConfig.Builder builder = IOReactorConfig.custom()
                .setSelectInterval(SELECT_INTERVAL)
                .setTcpNoDelay(options.tcpNoDelay())
                .setSoKeepAlive(options.keepAlive())
                .setSoReuseAddress(options.reuseAddress())
                .setRcvBufSize(options.receiveBuffer())
                .setSndBufSize(options.sendBuffer());
        options.linger().ifPresent(time -> builder.setSoLinger(TimeValue.of(time)));
        config.proxy().filter(AsyncTransport::isSocks).ifPresent(proxy -> builder.setSocksProxyAddress(address(proxy)));
        return builder.build();
    }

    private static boolean isSocks(URI proxy) {
        return "socks".equalsIgnoreCase(proxy.getScheme());
    }

    private static InetSocketAddress address(URI proxy) {
        return new InetSocketAddress(proxy.getHost(), proxy.getPort());
    }

    static TlsStrategy strategy(Tls tls, @Nullable SSLContext sslContext) {
        return new DefaultClientTlsStrategy(
                sslContext != null ? sslContext : SSLContexts.createDefault(),
                array(tls.protocols()),
                array(tls.cipherSuites()),
                SSLBufferMode.STATIC,
                tls.hostnameVerifier().orElse(null));
    }

    // HttpClient takes null for "the JDK's own".
    private static String @Nullable [] array(Collection<String> names) {
        return names.isEmpty() ? null : names.toArray(new String[0]);
    }
}
