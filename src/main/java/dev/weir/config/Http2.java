package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Governs the HTTP/2 connections of an asynchronous pool. A blocking pool has none, and refuses these settings.
 *
 * <p>A builder takes values; a configuration shows them, and does not change. Wrong values fail when the pool's
 * configuration is built. What a configuration shows is thread-safe.
 *
 * @see PoolConfig#http2()
 */
public final class Http2 extends Group<Http2> {

    static final Knob<Integer> MAX_STREAMS = Knob.count("http2.maxStreams", 1, 100);
    static final Knob<Duration> PING = Knob.timeOrOff("http2.ping", Duration.ZERO);
    static final List<Knob<?>> KNOBS = List.of(MAX_STREAMS, PING);

    Http2(Map<Knob<?>, Object> values) {
        super(values, KNOBS);
    }

    /** {@return how many exchanges a connection carries at once, at most; fewer if its server allows fewer} */
    public int maxStreams() {
        return get(MAX_STREAMS);
    }

    /** {@return after how long a silence the pool pings a connection to check its peer, or zero for never} */
    public Duration ping() {
        return get(PING);
    }

    /**
     * Sets how many exchanges a connection carries at once, at most. Default: 100, the least that RFC 9113 recommends servers to allow. At
     * least 1; the server's own limit holds where it is smaller. If it is too large, a slow connection holds up
     * many; if it is too small, more connections are opened than needed.
     *
     * @param streams the number of exchanges
     * @return this builder
     */
    public Http2 maxStreams(int streams) {
        return set(MAX_STREAMS, streams);
    }

    /**
     * Sets after how long a silence the pool sends a PING frame on a connection, idle or not, to check its peer.
     * Default: off, because {@code timeouts.read} ends requests to a dead peer, and servers such as gRPC's close connections that are pinged more often than every five minutes. The silence is checked every 100 ms. If it is too short, servers close the
     * connection (GOAWAY, ENHANCE_YOUR_CALM).
     *
     * @param silence the time without a byte from the peer, or zero for off
     * @return this builder
     */
    public Http2 ping(Duration silence) {
        return set(PING, silence);
    }
}
