package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.config.H2Config;

/**
 * How a connection reads and writes its protocol, in HttpCore's terms. Immutable.
 *
 * @param http1 buffers and limits of HTTP/1.1
 * @param http2 limits and windows of HTTP/2
 * @param chars how characters of heads are coded
 */
record Coding(Http1Config http1, H2Config http2, CharCodingConfig chars) {

    // What every server must accept (RFC 9113, section 4.2): HttpCore sends frames as long as those that it accepts.
    private static final int LONGEST_FRAME = 16_384;

    static Coding of(PoolConfig config) {
        return new Coding(
                config.http1().config(),
                http2(config.http2()
                        .config()
                        .map(H2Config::copy)
                        .orElseGet(() -> H2Config.custom().setMaxFrameSize(LONGEST_FRAME))),
                config.http1().charCoding().orElse(CharCodingConfig.DEFAULT));
    }

    // No code could receive pushes.
    private static H2Config http2(H2Config.Builder builder) {
        return builder.setPushEnabled(false).build();
    }
}
