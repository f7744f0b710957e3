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

    // A few indexed fields in one frame may stand for many megabytes.
    private static final int LARGEST_HEAD = 256 * 1024;

    static Coding of(PoolConfig config) {
        H2Config asked = config.http2Config();
        boolean isDefault = asked.getMaxHeaderListSize() == H2Config.DEFAULT.getMaxHeaderListSize();
        H2Config http2 = H2Config.copy(asked)
                .setPushEnabled(false) // no code could receive pushes
                .setMaxHeaderListSize(isDefault ? LARGEST_HEAD : asked.getMaxHeaderListSize())
                .build();
        return new Coding(config.http1Config(), http2);
    }
}
