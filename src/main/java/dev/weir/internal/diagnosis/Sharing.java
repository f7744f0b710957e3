package dev.weir.internal.diagnosis;

import dev.weir.internal.traffic.Traffic;

/**
 * How many exchanges a connection of a route carries at once, and so what a number of exchanges means in connections.
 * Traffic is counted in exchanges; {@code maxPerRoute} and {@code maxTotal} limit connections. Immutable.
 *
 * @param exchanges at most so many on one connection; 1 over HTTP/1.1, where both numbers are the same
 */
public record Sharing(int exchanges) {

    /** What holds over HTTP/1.1. */
    public static final Sharing NONE = new Sharing(1);

    /** Tells whether a connection carries several exchanges at once. */
    boolean isShared() {
        return exchanges > 1;
    }

    /** Returns how many connections that many exchanges need at least. */
    int connections(int exchangesAtOnce) {
        return (int) (((long) exchangesAtOnce + exchanges - 1) / exchanges);
    }

    /** Returns how many connections the exchanges needed that were under way at once. */
    int peak(Traffic traffic) {
        return connections(traffic.peakInUse());
    }

    /** Tells whether at some moment that many connections had no room for another exchange. */
    boolean wereFull(int connections, Traffic traffic) {
        return traffic.peakInUse() >= (long) connections * exchanges;
    }
}
