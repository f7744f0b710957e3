package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import java.net.InetSocketAddress;
import java.net.URI;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * How the sockets of a reactor are opened. Immutable; equal if all options are.
 *
 * @param socksProxy where they connect first; null for their peers
 */
record Sockets(@Nullable InetSocketAddress socksProxy) {

    // How late HttpCore notices a connect timeout.
    private static final TimeValue SELECT_INTERVAL = TimeValue.ofMilliseconds(50);

    static Sockets of(PoolConfig config) {
        return new Sockets(
                config.proxy().filter(Sockets::isSocks).map(Sockets::address).orElse(null));
    }

    private static boolean isSocks(URI proxy) {
        return "socks".equalsIgnoreCase(proxy.getScheme());
    }

    private static InetSocketAddress address(URI proxy) {
        return new InetSocketAddress(proxy.getHost(), proxy.getPort());
    }

    /** Returns the configuration of a shared reactor. */
    IOReactorConfig config(int threads) {
        return config(IOReactorConfig.custom().setIoThreadCount(threads).build());
    }

    /** Returns a user's configuration, with what the pool decides. */
    IOReactorConfig config(IOReactorConfig given) {
        return IOReactorConfig.copy(given)
                .setSelectInterval(SELECT_INTERVAL)
                .setSocksProxyAddress(socksProxy)
                .build();
    }
}
