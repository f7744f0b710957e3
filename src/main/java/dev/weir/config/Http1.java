package dev.weir.config;

import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;

/**
 * Governs how HTTP/1.1 is read and written, by blocking and asynchronous pools alike. A blocking pool with a
 * {@code connectionFactory} ignores it: the factory decides.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#http1()
 */
public final class Http1 extends KnobGroup {
    /** Default of {@link #maxLineLength()}: 8192 bytes, HttpCore's, and the limit of most servers for a line. */
    public static final int DEFAULT_MAX_LINE_LENGTH = 8_192;

    /** Default of {@link #maxHeaders()}: 100, HttpCore's. */
    public static final int DEFAULT_MAX_HEADERS = 100;

    private static final KnobList LIST = new KnobList("http1");

    static final Knob<Integer> MAX_LINE_LENGTH = LIST.count("maxLineLength", 1, DEFAULT_MAX_LINE_LENGTH);
    static final Knob<Integer> MAX_HEADERS = LIST.count("maxHeaders", 1, DEFAULT_MAX_HEADERS);
    static final Knob<Http1Config> CONFIG = LIST.object("config", Http1Config.class);
    static final Knob<CharCodingConfig> CHAR_CODING = LIST.object("charCoding", CharCodingConfig.class);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Http1(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns how long a line of a response's head may be.
     *
     * @return the limit in bytes
     */
    public int maxLineLength() {
        return get(MAX_LINE_LENGTH);
    }

    /**
     * Returns how many headers a response may have.
     *
     * @return the limit; folded lines count
     */
    public int maxHeaders() {
        return get(MAX_HEADERS);
    }

    /**
     * Returns HttpCore's configuration of reading and writing.
     *
     * @return the configuration, with {@link #maxLineLength()} and {@link #maxHeaders()} in place of its own limits
     */
    public Http1Config config() {
        return Http1Config.copy(find(CONFIG).orElse(Http1Config.DEFAULT))
                .setMaxLineLength(maxLineLength())
                .setMaxHeaderCount(maxHeaders())
                .build();
    }

    /**
     * Returns how the characters of heads are coded.
     *
     * @return what was set; empty for ASCII
     */
    public Optional<CharCodingConfig> charCoding() {
        return find(CHAR_CODING);
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
         * Sets how long a line of a response's head may be. Default: {@link Http1#DEFAULT_MAX_LINE_LENGTH}, or as
         * {@link #config} says. At least 1. A longer line fails the call with a {@code MessageConstraintException}; it is
         * not retried. If the limit is too large, a server can fill the memory with one header.
         *
         * @param bytes the limit in bytes
         * @return this builder
         */
        public Builder maxLineLength(int bytes) {
            return set(MAX_LINE_LENGTH, bytes);
        }

        /**
         * Sets how many headers a response may have. Default: {@link Http1#DEFAULT_MAX_HEADERS}, or as {@link #config}
         * says. At least 1. More fail the call with a {@code MessageConstraintException}; it is not tried again.
         *
         * @param headers the number of headers
         * @return this builder
         */
        public Builder maxHeaders(int headers) {
            return set(MAX_HEADERS, headers);
        }

        /**
         * Sets HttpCore's configuration of reading and writing, for options that no other knob has, such as buffer sizes.
         * Default: {@link Http1Config#DEFAULT}. Its limits of lines and headers apply unless {@link #maxLineLength} or
         * {@link #maxHeaders} is set, and must be at least 1.
         *
         * @param config the configuration
         * @return this builder
         */
        public Builder config(Http1Config config) {
            return set(CONFIG, config);
        }

        /**
         * Sets the character coding of heads, trailers and HTTP/2 headers. Default: ASCII; bytes above it are read as ISO
         * 8859-1.
         *
         * @param charCoding the coding
         * @return this builder
         */
        public Builder charCoding(CharCodingConfig charCoding) {
            return set(CHAR_CODING, charCoding);
        }
    }
}
