package dev.weir.diagnosis;

import java.util.List;

/**
 * The findings of a pool about its own health. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface Diagnosis {

    /** {@return the findings, the most severe first; empty for a pool in good health} */
    List<Finding> findings();
}
