package dev.weir.diagnosis;

import java.util.Optional;

/**
 * One thing worth knowing about a pool. Immutable. {@code toString()} is text for people.
 *
 * @param severity its severity
 * @param route the target that it concerns; empty if it concerns the whole pool
 * @param what the finding in one sentence
 * @param evidence the figures that support it
 * @param advice the knob to change, and its new value
 */
public record Finding(Severity severity, Optional<String> route, String what, String evidence, String advice) {

    /** How much a finding matters. Constants may be added. */
    public enum Severity {
        /** Good to know. */
        INFO,
        /** Causes failures or delays, or soon will. */
        WARN
    }

    @Override
    public String toString() {
        return severity + route.map(target -> " " + target).orElse("") + ": " + what + " Evidence: " + evidence
                + " Advice: " + advice;
    }
}
