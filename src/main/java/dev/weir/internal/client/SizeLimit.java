package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.failure.BodyTooLargeException;
import dev.weir.internal.diagnosis.SettingNames;
import org.apache.hc.core5.http.ContentTooLongException;

/**
 * The largest body of a response, as its caller reads it. Immutable.
 *
 * @param pool the name of the pool
 * @param bytes the limit; 0 is none
 * @param knob the setting of the limit
 */
public record SizeLimit(String pool, long bytes, String knob) {

    /** The name of the setting. */
    private static final String SETTING = "maxDecodedSize";

    /**
     * Returns the configured limit.
     *
     * @param config the configuration of the pool
     * @param names the names of its settings
     * @return the limit
     */
    public static SizeLimit of(PoolConfig config, SettingNames names) {
        return new SizeLimit(config.name(), config.maxDecodedSize(), names.of(SETTING));
    }

    boolean isSet() {
        return bytes > 0;
    }

    /** Refuses a body of a known length that is too long; a negative length is unknown. */
    void check(long size) throws ContentTooLongException {
        if (isSet() && size > bytes) {
            throw BodyTooLargeException.of(pool, bytes, knob);
        }
    }
}
