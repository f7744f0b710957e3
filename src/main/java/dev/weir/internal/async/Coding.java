package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.config.H2Config;

/**
 * How a connection reads and writes its protocol, in HttpCore's terms. Immutable.
 *
 * @param http1 buffers and limits of HTTP/1.1
 * @param http2 limits and windows of HTTP/2
 */
record Coding(Http1Config http1, H2Config http2) {

    static Coding of(PoolConfig config) {
        // No code could receive pushes.
        return new Coding(
                config.http1Config(),
                H2Config.copy(config.http2Config()).setPushEnabled(false).build());
    }
}
