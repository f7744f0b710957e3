package dev.weir.internal.diagnosis;

import dev.weir.config.PoolSizing;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;

/** Derives from traffic how many connections it needs. Pure. */
final class Sizes {

    /** Fewer prove nothing. */
    static final long ENOUGH_LEASES = 100;

    /** What the advice aims at: one caller in a hundred waits. */
    static final double MAY_WAIT = 0.01;

    private Sizes() {}

    static boolean isKnown(Traffic traffic) {
        return traffic.held().count() >= ENOUGH_LEASES && !traffic.held().mean().isZero();
    }

    /** Returns the number of connections with which hardly any caller would wait. */
    static int needed(Traffic traffic) {
        return PoolSizing.connectionsWithoutWaiting(
                demandPerSecond(traffic), traffic.held().mean(), MAY_WAIT);
    }

    /** Returns the value to which to raise a reached limit: the one figure for exceptions, log and findings. */
    static int advised(Traffic traffic, int limit) {
        return Math.max(needed(traffic), limit + 1);
    }

    /** Returns the rate at which callers arrived, including those that got nothing. */
    static double demandPerSecond(Traffic traffic) {
        double seconds = Math.max(1e-9, traffic.span().toNanos() / 1e9);
        return Math.max(traffic.ratePerSecond(), traffic.totalLeases() / seconds);
    }

    static String evidence(Traffic traffic) {
        Duration p50 = traffic.held().percentile(0.5);
        Duration p99 = traffic.held().percentile(0.99);
        return Wording.rate(demandPerSecond(traffic)) + " requests, each holding a connection for "
                + Wording.time(traffic.held().mean()) + " on average (half up to " + Wording.time(p50) + ", 99 % up to "
                + Wording.time(p99) + "), most in use at once " + traffic.peakInUse();
    }
}
