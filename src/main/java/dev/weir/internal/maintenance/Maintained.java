package dev.weir.internal.maintenance;

/** A part of a pool that needs maintenance from time to time. */
public interface Maintained {

    /**
     * Does what is due.
     *
     * @return nanoseconds until it needs maintenance again
     */
    long maintain();
}
