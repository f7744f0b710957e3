package dev.weir.diagnosis;

import java.util.Optional;

/**
 * One thing worth knowing about a pool. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface Finding {

    /** {@return its severity} */
    Severity severity();

    /** {@return the target that it concerns; empty if it concerns the whole pool} */
    Optional<String> route();

    /** {@return the finding in one sentence} */
    String what();

    /** {@return the figures that support it} */
    String evidence();

    /** {@return the knob to change, and its new value} */
    String advice();

    /** How much a finding matters. Constants may be added. */
    enum Severity {
        /** Good to know. */
        INFO,
        /** Causes failures or delays, or soon will. */
        WARN
    }
}
