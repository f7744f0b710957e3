package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.config.H2Config;

/**
 * How a connection reads and writes its protocol, in HttpCore's terms. Immutable.
 *
 * @param http1 buffers and limits of HTTP/1.1
 * @param http2 limits and windows of HTTP/2
 * @param largestHead how large the head of a response over HTTP/2 may be, as RFC 9113, section 6.5.2, counts
 */
record Coding(Http1Config http1, H2Config http2, int largestHead) {

    static final Coding DEFAULT = new Coding(Http1Config.DEFAULT, H2Config.DEFAULT, Integer.MAX_VALUE);

    // Beside the limits of HTTP/1.1: a few indexed fields in one frame may stand for many megabytes.
    private static final int LARGEST_HEAD = 256 * 1024;

    // HttpCore ends the connection at a head above its limit, for it then no longer knows the table of its fields.
    private static final int LARGEST_READ = 4;

    static Coding of(PoolConfig config) {
        H2Config asked = config.http2Config();
        boolean isDefault = asked.getMaxHeaderListSize() == H2Config.DEFAULT.getMaxHeaderListSize();
        int largestHead = isDefault ? LARGEST_HEAD : asked.getMaxHeaderListSize();
        H2Config http2 = H2Config.copy(asked)
                .setPushEnabled(false) // no code could receive pushes
                .setMaxHeaderListSize((int) Math.min(Integer.MAX_VALUE, (long) LARGEST_READ * largestHead))
                .build();
        return new Coding(config.http1Config(), http2, largestHead);
    }
}
