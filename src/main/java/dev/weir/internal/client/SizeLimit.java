package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.failure.BodyTooLargeException;
import dev.weir.internal.diagnosis.SettingNames;
import org.apache.hc.core5.http.ContentTooLongException;

/**
 * How large the body of a response may be, as its caller reads it. Immutable.
 *
 * @param pool the name of the pool
 * @param bytes the limit; 0 is none
 * @param knob what the limit is set by
 */
public record SizeLimit(String pool, long bytes, String knob) {

    /** The name of the setting. */
    private static final String SETTING = "maxDecodedSize";

    /**
     * Returns the limit that is configured.
     *
     * @param config the configuration of the pool
     * @param names what its settings are called
     * @return the limit
     */
    public static SizeLimit of(PoolConfig config, SettingNames names) {
        return new SizeLimit(config.name(), config.maxDecodedSize(), names.of(SETTING));
    }

    boolean isSet() {
        return bytes > 0;
    }

    /** Refuses a body of which so many bytes are known; fewer than none are not known. */
    void check(long size) throws ContentTooLongException {
        if (isSet() && size > bytes) {
            throw BodyTooLargeException.of(pool, bytes, knob);
        }
    }
}
