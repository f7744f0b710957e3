package dev.weir.config;

import java.time.Duration;
import java.util.List;

/**
 * Governs the HTTP/2 connections of an asynchronous pool. A blocking pool has none, and refuses these settings.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#http2()
 */
public final class Http2 extends KnobGroup {
    /** Default of {@link #maxStreams()}: 100, the least that RFC 9113 recommends servers to allow, and most allow it. */
    public static final int DEFAULT_MAX_STREAMS = 100;

    /**
     * Default of {@link #ping()}: off. {@code timeouts.read} ends requests to a dead peer, and idle connections close soon;
     * and servers such as gRPC's close connections that are pinged more often than every five minutes.
     */
    public static final Duration DEFAULT_PING = Duration.ZERO;

    private static final KnobList LIST = new KnobList("http2");

    static final Knob<Integer> MAX_STREAMS = LIST.count("maxStreams", 1, DEFAULT_MAX_STREAMS);
    static final Knob<Duration> PING = LIST.timeOrOff("ping", DEFAULT_PING);
    static final List<Knob<?>> KNOBS = LIST.knobs();

    Http2(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns how many exchanges a connection carries at once, at most; fewer if its server allows fewer.
     *
     * @return the number of exchanges
     */
    public int maxStreams() {
        return get(MAX_STREAMS);
    }

    /**
     * Returns after how long a silence the pool pings a connection to check its peer.
     *
     * @return the time; zero for never
     */
    public Duration ping() {
        return get(PING);
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder extends KnobSetters<Builder> {
        Builder(KnobSheet sheet) {
            super(sheet);
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets how many exchanges a connection carries at once, at most. Default: {@link Http2#DEFAULT_MAX_STREAMS}. At
         * least 1; the server's own limit holds where it is smaller. If it is too large, a slow connection holds up
         * many; if it is too small, more connections are opened than needed.
         *
         * @param streams the number of exchanges
         * @return this builder
         */
        public Builder maxStreams(int streams) {
            return set(MAX_STREAMS, streams);
        }

        /**
         * Sets after how long a silence the pool sends a PING frame on a connection, idle or not, to check its peer.
         * Default: {@link Http2#DEFAULT_PING}. The silence is checked every 100 ms. If it is too short, servers close the
         * connection (GOAWAY, ENHANCE_YOUR_CALM).
         *
         * @param silence the time without a byte from the peer, or zero for off
         * @return this builder
         */
        public Builder ping(Duration silence) {
            return set(PING, silence);
        }
    }
}
