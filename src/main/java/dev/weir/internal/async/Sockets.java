package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.config.SocketOptions;
import java.net.InetSocketAddress;
import java.net.URI;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * How the sockets of a reactor are opened. Immutable; equal if all options are.
 *
 * @param options the socket options of the pool
 * @param socksProxy where they connect first; null for their peers
 */
record Sockets(SocketOptions options, @Nullable InetSocketAddress socksProxy) {

    // How late HttpCore notices a connect timeout.
    private static final TimeValue SELECT_INTERVAL = TimeValue.ofMilliseconds(50);

    static Sockets of(PoolConfig config) {
        return new Sockets(
                config.socket(),
                config.proxy().filter(Sockets::isSocks).map(Sockets::address).orElse(null));
    }

    private static boolean isSocks(URI proxy) {
        return "socks".equalsIgnoreCase(proxy.getScheme());
    }

    private static InetSocketAddress address(URI proxy) {
        return new InetSocketAddress(proxy.getHost(), proxy.getPort());
    }

    /** Returns the configuration for HttpCore. */
    IOReactorConfig config(int threads) {
        return config(IOReactorConfig.custom().setSelectInterval(SELECT_INTERVAL), threads);
    }

    /** Returns the configuration for HttpCore, based on that of the user. */
    IOReactorConfig config(IOReactorConfig.Builder builder, int threads) {
        builder.setIoThreadCount(threads)
                .setTcpNoDelay(options.tcpNoDelay())
                .setSoKeepAlive(options.keepAlive())
                .setSoReuseAddress(options.reuseAddress())
                .setRcvBufSize(options.receiveBuffer())
                .setSndBufSize(options.sendBuffer());
        options.linger().ifPresent(time -> builder.setSoLinger(TimeValue.of(time)));
        if (socksProxy != null) {
            builder.setSocksProxyAddress(socksProxy);
        }
        return builder.build();
    }
}
