package dev.weir.internal.diagnosis;

import dev.weir.internal.traffic.Traffic;
import java.time.Duration;

/** Derives from traffic how many exchanges are under way at once, and how many connections they need. Pure. */
final class Sizes {

    /** Fewer prove nothing. */
    static final long ENOUGH_LEASES = 100;

    /** What the advice aims at: one caller in a hundred waits. */
    // The rule of the square root (Halfin and Whitt): so many standard deviations above the load, one in a hundred
    // waits.
    private static final double DEVIATIONS = 2.58;

    private Sizes() {}

    static boolean isKnown(Traffic traffic) {
        return traffic.held().count() >= ENOUGH_LEASES && !traffic.held().mean().isZero();
    }

    /** Returns the number of exchanges at once with which hardly any caller would wait. */
    static int needed(Traffic traffic) {
        double busy = demandPerSecond(traffic) * traffic.held().mean().toNanos() / 1e9;
        return busy == 0 ? 0 : servers(busy);
    }

    /** Returns the same in connections. */
    static int needed(Traffic traffic, Sharing sharing) {
        return sharing.connections(needed(traffic));
    }

    /** Returns the value to which to raise a reached limit of connections: one for exceptions, log and findings. */
    static int advised(Traffic traffic, Sharing sharing, int limit) {
        return Math.max(needed(traffic, sharing), limit + 1);
    }

    /** Returns the value to which to raise a reached limit of exchanges. */
    static int advised(Traffic traffic, int limit) {
        return Math.max(needed(traffic), limit + 1);
    }

    /** Returns the rate at which callers arrived, including those that got nothing. */
    static double demandPerSecond(Traffic traffic) {
        double seconds = Math.max(1e-9, traffic.span().toNanos() / 1e9);
        return Math.max(traffic.ratePerSecond(), traffic.totalLeases() / seconds);
    }

    /** Says how many requests come, and how long each takes. */
    static String demand(Traffic traffic, Sharing sharing, String mean) {
        String each = sharing.isShared() ? " requests, each taking " : " requests, each holding a connection for ";
        return Wording.rate(demandPerSecond(traffic)) + each + mean + " on average";
    }

    /** Describes the traffic beside a limit of exchanges. */
    static String evidence(Traffic traffic, Sharing sharing) {
        Duration p50 = traffic.held().percentile(0.5);
        Duration p99 = traffic.held().percentile(0.99);
        return demand(traffic, sharing, Wording.time(traffic.held().mean())) + " (half up to " + Wording.time(p50)
                + ", 99 % up to " + Wording.time(p99)
                + (sharing.isShared() ? "), most at once " : "), most in use at once ")
                + traffic.peakInUse();
    }

    /** Describes the traffic beside a limit of connections. */
    static String inConnections(Traffic traffic, Sharing sharing) {
        String evidence = evidence(traffic, sharing);
        if (!sharing.isShared()) {
            return evidence;
        }
        int connections = sharing.peak(traffic);
        return evidence + " on " + connections + (connections == 1 ? " connection" : " connections") + " of "
                + sharing.exchanges() + " exchanges each";
    }

    /** Returns the number of servers of which hardly a caller in a hundred finds all busy, for a load of busy ones. */
    static int servers(double load) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(load + DEVIATIONS * Math.sqrt(load)));
    }
}
