package dev.weir.internal.pool;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Decides which connections of a host make room for others at addresses that have fewer. Begins when an answer of the DNS
 * has an address that no connection leads to, when one is back that was ejected, or when weights have changed, and ends when
 * none has more than its share.
 *
 * <p>One connection moves alone until an address has its first connection, so that a server that accepts none costs no more.
 * The others follow within three seconds. Takes the time; not thread-safe.
 */
final class Rebalance {

    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(3) / PacedDrain.STEPS;

    /** How long to wait for the first one. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PacedDrain pace = new PacedDrain();
    private boolean isUnderWay;
    // The addresses without a connection at the start; none as soon as one of them has a connection.
    private Set<InetSocketAddress> vacant = Set.of();
    private long triedNanos;
    private int left;
    private boolean isAsked;

    /** Tells whether it has begun and not ended. */
    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Has it begin at the next news although a connection leads to each address: their shares are others than before. */
    void sharesChanged() {
        isAsked = true;
    }

    /**
     * Returns those whose turn it is.
     *
     * @param shares how the connections are spread
     * @param isNews whether there was an answer since the last call
     * @param isIdle which of them are unused
     * @param most how many may be leaving at once
     */
    <C> List<C> next(AddressShares<C> shares, boolean isNews, Predicate<C> isIdle, int most, long nowNanos) {
        List<C> surplus = shares.surplus();
        if (!isUnderWay) {
            return isNews ? begin(shares, surplus, isIdle, nowNanos) : List.of();
        }
        if (shares.pending() == 0 && (surplus.isEmpty() || left <= 0)) {
            return end();
        }
        forgetIfTried(shares);
        if (!vacant.isEmpty()) {
            return tryNext(shares, surplus, isIdle, nowNanos);
        }
        List<C> next = pace.next(surplus, isIdle, STEP_NANOS, nowNanos, Math.min(left, most - shares.pending()));
        left -= next.size();
        return next;
    }

    /** Notes how many of those returned last could not leave. */
    void stayed(int connections) {
        left += connections;
    }

    private <C> List<C> begin(AddressShares<C> shares, List<C> surplus, Predicate<C> isIdle, long nowNanos) {
        boolean wasAsked = isAsked;
        isAsked = false;
        vacant = shares.vacant();
        if ((vacant.isEmpty() && !wasAsked) || surplus.isEmpty()) {
            return List.of();
        }
        isUnderWay = true;
        // Closes and opens by others may require some more moves.
        left = surplus.size() + shares.addresses();
        return one(surplus, isIdle, nowNanos);
    }

    private <C> void forgetIfTried(AddressShares<C> shares) {
        if (!shares.vacant().containsAll(vacant)) {
            vacant = Set.of();
        }
    }

    private <C> List<C> tryNext(AddressShares<C> shares, List<C> surplus, Predicate<C> isIdle, long nowNanos) {
        if (nowNanos - triedNanos < PATIENCE_NANOS) {
            return List.of();
        }
        // A connection that is still in use says nothing about the addresses.
        return shares.pending() == 0 ? end() : one(surplus, isIdle, nowNanos);
    }

    private <C> List<C> one(List<C> surplus, Predicate<C> isIdle, long nowNanos) {
        triedNanos = nowNanos;
        List<C> one = surplus.stream().filter(isIdle).limit(1).toList();
        List<C> next = one.isEmpty() ? surplus.stream().limit(1).toList() : one;
        left -= next.size();
        return next;
    }

    private <C> List<C> end() {
        isUnderWay = false;
        pace.next(List.of(), any -> false, STEP_NANOS, 0);
        return Collections.emptyList();
    }
}
