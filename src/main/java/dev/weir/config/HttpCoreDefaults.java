package dev.weir.config;

import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;

/** What no knob sets follows the configurations of HttpCore that are set. */
final class HttpCoreDefaults {
    private final Scope scope;

    HttpCoreDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        Http1Config http1 = scope.find(Http1.CONFIG);
        if (http1 != null) {
            fill(resolution, http1, Http1.CONFIG.name());
        }
        IOReactorConfig reactor = scope.find(ReactorOptions.CONFIG);
        if (reactor != null) {
            fill(resolution, reactor, ReactorOptions.CONFIG.name());
        }
    }

    private static void fill(Resolution resolution, Http1Config config, String origin) {
        resolution.fill(Http1.MAX_LINE_LENGTH, config.getMaxLineLength(), origin);
        resolution.fill(Http1.MAX_HEADERS, config.getMaxHeaderCount(), origin);
    }

    private static void fill(Resolution resolution, IOReactorConfig config, String origin) {
        resolution.fill(ReactorOptions.THREADS, config.getIoThreadCount(), origin);
        resolution.fill(SocketOptions.TCP_NO_DELAY, config.isTcpNoDelay(), origin);
        resolution.fill(SocketOptions.KEEP_ALIVE, config.isSoKeepAlive(), origin);
        resolution.fill(SocketOptions.REUSE_ADDRESS, config.isSoReuseAddress(), origin);
        resolution.fill(SocketOptions.RECEIVE_BUFFER, config.getRcvBufSize(), origin);
        resolution.fill(SocketOptions.SEND_BUFFER, config.getSndBufSize(), origin);
        TimeValue linger = config.getSoLinger();
        if (linger != null && linger.getDuration() >= 0) {
            resolution.fill(SocketOptions.LINGER, linger.toDuration(), origin);
        }
    }
}
