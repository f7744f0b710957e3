package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.config.SocketOptions;
import java.net.InetSocketAddress;
import java.net.URI;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * How the sockets of a reactor are opened. Immutable; equal if all is alike.
 *
 * @param options what the pool says of its sockets
 * @param socksProxy what they are opened to first; null for their peers
 */
record Sockets(SocketOptions options, @Nullable InetSocketAddress socksProxy) {

    // How late HttpCore notices that the time for connecting is over.
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

    /** Says so to HttpCore. */
    IOReactorConfig config(int threads) {
        return config(IOReactorConfig.custom().setSelectInterval(SELECT_INTERVAL), threads);
    }

    /** Says so to HttpCore, and beyond it what users have said. */
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
