package dev.weir.engine;

/** A peer that says which share of the callers it gets. Others have the weight 1. */
public interface Weighted {

    /**
     * Returns the weight of this peer.
     *
     * @return at least 1; may change, and is asked while holding the gate of a segment, so that it must be quick
     */
    int weight();
}
