package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.http2.config.H2Config;

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

    /** Default of {@link #pingTimeout()}: 5 s, longer than two retransmissions of a lost packet take. */
    public static final Duration DEFAULT_PING_TIMEOUT = Duration.ofSeconds(5);

    private static final KnobList LIST = new KnobList("http2");

    static final Knob<Integer> MAX_STREAMS = LIST.count("maxStreams", 1, DEFAULT_MAX_STREAMS);
    static final Knob<Duration> PING = LIST.timeOrOff("ping", DEFAULT_PING);
    static final Knob<Duration> PING_TIMEOUT = LIST.time("pingTimeout", DEFAULT_PING_TIMEOUT);
    static final Knob<H2Config> CONFIG = LIST.object("config", H2Config.class);

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

    /**
     * Returns how long the reply to a ping may take.
     *
     * @return the time
     */
    public Duration pingTimeout() {
        return get(PING_TIMEOUT);
    }

    /**
     * Returns HttpCore's configuration of HTTP/2.
     *
     * @return the configuration; empty for HttpCore's default
     */
    public Optional<H2Config> config() {
        return find(CONFIG);
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

        /**
         * Sets how long the reply to a {@link #ping} may take, after which the connection is closed as {@code STALE}.
         * Default: {@link Http2#DEFAULT_PING_TIMEOUT}. Has no effect without a ping. If it is too short, a busy server loses
         * its connections.
         *
         * @param timeout the time
         * @return this builder
         */
        public Builder pingTimeout(Duration timeout) {
            return set(PING_TIMEOUT, timeout);
        }

        /**
         * Sets HttpCore's configuration of HTTP/2, for options that no other knob has: limits of header lists and
         * continuations, the tables of HPACK, the window of a stream. Default: HttpCore's. Pushes stay refused in any case,
         * {@link #maxStreams} bounds the streams, and its {@code maxFrameSize} must be at most 16384, because HttpCore would
         * send longer frames than servers accept.
         *
         * @param config the configuration
         * @return this builder
         */
        public Builder config(H2Config config) {
            return set(CONFIG, config);
        }
    }
}
