package dev.weir.config;

import java.util.Optional;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.jspecify.annotations.Nullable;

/**
 * Governs how HTTP/1.1 is read and written, by blocking and asynchronous pools alike. A blocking pool with a {@code
 * connectionFactory} takes no notice: the factory decides.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#http1()
 */
public final class Http1 {
    /** Default of {@link #maxLineLength()}: 8192 bytes, HttpCore's, and the limit of most servers for a line. */
    public static final int DEFAULT_MAX_LINE_LENGTH = 8_192;

    /** Default of {@link #maxHeaders()}: 100, HttpCore's. */
    public static final int DEFAULT_MAX_HEADERS = 100;

    private final KnobValues values;

    Http1(KnobValues values) {
        this.values = values;
    }

    /**
     * Returns how long a line of a response's head may be.
     *
     * @return the limit in bytes
     */
    public int maxLineLength() {
        return values.get(Knobs.MAX_LINE_LENGTH);
    }

    /**
     * Returns how many headers a response may have.
     *
     * @return the limit; folded lines count
     */
    public int maxHeaders() {
        return values.get(Knobs.MAX_HEADERS);
    }

    /**
     * Returns what HttpCore reads and writes by.
     *
     * @return what was set, with {@link #maxLineLength()} and {@link #maxHeaders()} in place of its own
     */
    public Http1Config config() {
        Http1Config base = values.find(Knobs.HTTP1_CONFIG);
        return Http1Config.copy(base == null ? Http1Config.DEFAULT : base)
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
        return Optional.ofNullable(values.find(Knobs.CHAR_CODING));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Http1 that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /**
     * Lists the values.
     *
     * @return every value by its name
     */
    @Override
    public String toString() {
        return values.toString();
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder {
        private final KnobSheet sheet;

        Builder(KnobSheet sheet) {
            this.sheet = sheet;
        }

        /**
         * Sets how long a line of a response's head may be. Default: {@link Http1#DEFAULT_MAX_LINE_LENGTH}, or as {@link #config}
         * says. At least 1. A longer line fails the call with a {@code MessageConstraintException}; it is not tried again. If the limit
         * is too large, a server can fill the memory with one header.
         *
         * @param bytes the limit in bytes
         * @return this builder
         */
        public Builder maxLineLength(int bytes) {
            sheet.set(Knobs.MAX_LINE_LENGTH, bytes);
            return this;
        }

        /**
         * Sets how many headers a response may have. Default: {@link Http1#DEFAULT_MAX_HEADERS}, or as {@link #config} says. At least
         * 1. More fail the call with a {@code MessageConstraintException}; it is not tried again.
         *
         * @param headers the number of headers
         * @return this builder
         */
        public Builder maxHeaders(int headers) {
            sheet.set(Knobs.MAX_HEADERS, headers);
            return this;
        }

        /**
         * Sets what HttpCore reads and writes by, for what no other knob has, such as the sizes of buffers. Default: {@link
         * Http1Config#DEFAULT}. Its limits of lines and headers hold unless {@link #maxLineLength} or {@link #maxHeaders} is set, and
         * must be at least 1.
         *
         * @param config the configuration
         * @return this builder
         */
        public Builder config(Http1Config config) {
            sheet.set(Knobs.HTTP1_CONFIG, config);
            return this;
        }

        /**
         * Sets how the characters of heads are coded, of trailers and of HTTP/2 headers, too. Default: ASCII; bytes above it are read as
         * ISO 8859-1.
         *
         * @param charCoding the coding
         * @return this builder
         */
        public Builder charCoding(CharCodingConfig charCoding) {
            sheet.set(Knobs.CHAR_CODING, charCoding);
            return this;
        }
    }
}
