package dev.weir.internal.maintenance;

/** What wants to be looked after from time to time. */
public interface Maintained {

    /**
     * Does what is due.
     *
     * @return nanoseconds until it wants to be looked after again
     */
    long maintain();
}
