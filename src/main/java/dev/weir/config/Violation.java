package dev.weir.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes one thing that is wrong with a configuration, and how to correct it. Immutable and thread-safe.
 *
 * @see InvalidPoolConfigException#violations()
 */
public final class Violation {
    private final Map<String, String> values;
    private final String rule;
    private final String reason;
    private final String suggestion;
    private final String message;

    Violation(Map<String, String> values, String rule, String reason, String suggestion, String message) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        this.rule = rule;
        this.reason = reason;
        this.suggestion = suggestion;
        this.message = message;
    }

    /**
     * Returns the explicit knobs that break the rule together.
     *
     * @return names such as {@code timeouts.read}, or {@code route[https://recs].timeouts.read} for a knob of a route
     *     rule; the one that the message begins with comes first; unmodifiable
     */
    public List<String> knobs() {
        return List.copyOf(values.keySet());
    }

    /**
     * Returns the values that break the rule.
     *
     * @return values as text, such as {@code 300ms}, by knob in the order of {@link #knobs()}; unmodifiable
     */
    public Map<String, String> values() {
        return values;
    }

    /**
     * Returns the name of the rule.
     *
     * @return a name such as {@code connect-below-read}
     */
    public String rule() {
        return rule;
    }

    /**
     * Returns the reason for the rule.
     *
     * @return part of a sentence
     */
    public String reason() {
        return reason;
    }

    /**
     * Returns a change to one knob that satisfies the rule.
     *
     * @return the knob with a value that would pass, such as {@code timeouts.connect(2s)}
     */
    public String suggestion() {
        return suggestion;
    }

    /**
     * Returns all of it as one sentence.
     *
     * @return knobs, values, demand, reason, suggestion and rule
     */
    public String message() {
        return message;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Violation that
                && rule.equals(that.rule)
                && values.equals(that.values)
                && message.equals(that.message);
    }

    @Override
    public int hashCode() {
        return Objects.hash(rule, values, message);
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
