package dev.weir.diagnosis;

import java.util.Optional;

/**
 * One thing worth knowing about a pool. Immutable.
 *
 * @param severity how much it matters
 * @param route the target it is about; empty if it is about the whole pool
 * @param what the finding in one sentence
 * @param evidence the figures it rests on
 * @param advice the knob to change and to what
 */
public record Finding(Severity severity, Optional<String> route, String what, String evidence, String advice) {

    /** How much a finding matters. */
    public enum Severity {
        /** Good to know. */
        INFO,
        /** Will hurt, or hurts already. */
        WARN
    }

    /** Returns the finding as one line for a log. */
    @Override
    public String toString() {
        return severity + route.map(target -> " " + target).orElse("") + ": " + what + " Evidence: " + evidence
                + " Advice: " + advice;
    }
}
