package dev.weir.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One broken rule: which values break it, why it exists, and a value that would pass. Made by the library only; may grow.
 * Immutable and thread-safe.
 *
 * @param values the values that break the rule as text, such as {@code 300ms}, by knob; the demand is on the first;
 *     unmodifiable
 * @param rule the name of the rule, such as {@code connect-below-read}
 * @param reason the reason for the rule, as part of a sentence
 * @param suggestion a change that satisfies the rule, such as {@code timeouts.connect(2s)}; two with {@code or} between them
 *     where either may be meant
 * @param message all of it as one sentence
 * @see InvalidPoolConfigException#violations()
 */
public record Violation(Map<String, String> values, String rule, String reason, String suggestion, String message) {
    /** Copies the values. */
    public Violation {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Returns all of it as one sentence.
     *
     * @return the same as {@link #message()}
     */
    @Override
    public String toString() {
        return message;
    }
}
