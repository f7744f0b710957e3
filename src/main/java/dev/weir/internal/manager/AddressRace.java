package dev.weir.internal.manager;

import dev.weir.internal.pool.PooledConnection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a host that one dial tries, several at once (RFC 8305, section 5): each a quarter of a second after the
 * one before, or at once after a failure. It decides which one is next, which one won and how the dial failed, gives up the
 * others, and leaves the pool's notes; the sockets are the dialer's. Takes the time. Thread-safe.
 */
public final class AddressRace {

    /** How long to try an address before trying the next beside it: as RFC 8305 recommends. */
    public static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The least time per address, so that many addresses do not leave each with nothing. */
    static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    // The minimum, even with little time for many addresses (RFC 8305, section 8).
    private static final long LEAST_APART_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final PooledConnection connection;
    private final long endNanos;

    // Several sockets may end at once. All below is guarded by it.
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<SocketAddress> untried;
    // Oldest first.
    private final Set<Try> underWay = new LinkedHashSet<>();
    private @Nullable Try newest;
    // When the next one may begin, while others are under way.
    private long dueNanos;
    private volatile @Nullable Exception failure; // written under the lock
    private boolean isOver;

    /** An address that is tried. */
    public final class Try {

        /** Which one. */
        public final SocketAddress address;

        private final long sinceNanos;
        private volatile @Nullable Runnable cancel; // written under the lock
        private boolean hasWon;

        private Try(SocketAddress address, long sinceNanos) {
            this.address = address;
            this.sinceNanos = sinceNanos;
        }

        /**
         * Sets how to give it up when another one has won or the dial is over; does so at once if that has happened.
         *
         * @param how closes its socket
         */
        public void cancelBy(Runnable how) {
            boolean isGivenUp;
            lock.lock();
            try {
                cancel = how;
                isGivenUp = !underWay.contains(this) && !hasWon;
            } finally {
                lock.unlock();
            }
            if (isGivenUp) {
                how.run();
            }
        }

        /**
         * Notes that it failed. The next address may begin at once if this was the newest.
         *
         * @param cause its failure
         * @param nowNanos the time
         * @return false if it was no longer under way
         */
        public boolean failed(Exception cause, long nowNanos) {
            lock.lock();
            try {
                boolean wasUnderWay = underWay.remove(this);
                if (wasUnderWay) {
                    dueNanos = this == newest ? nowNanos : dueNanos;
                    join(cause);
                    tried(cause, nowNanos);
                    distrust(nowNanos);
                }
                return wasUnderWay;
            } finally {
                lock.unlock();
            }
        }

        /**
         * Notes that it accepted the connection, which ends the race: the others are given up.
         *
         * @param nowNanos the time
         * @return false if it was no longer under way, so that its socket is one to close
         */
        public boolean won(long nowNanos) {
            List<Try> losers;
            lock.lock();
            try {
                if (!underWay.contains(this)) {
                    return false;
                }
                losers = win(this, nowNanos);
            } finally {
                lock.unlock();
            }
            giveUp(losers);
            return true;
        }

        private void tried(@Nullable Exception cause, long nowNanos) {
            connection.timeline().tried(address, nowNanos - sinceNanos, cause);
        }

        private void distrust(long nowNanos) {
            if (address instanceof InetSocketAddress internet) {
                connection.route.pool.coolDown.failed(internet, nowNanos);
            }
        }
    }

    /**
     * Creates a race that has not begun.
     *
     * @param connection what is dialed
     * @param order the addresses of the host in the order in which to try them, each once
     * @param endNanos when the whole race is over
     */
    public AddressRace(PooledConnection connection, List<? extends SocketAddress> order, long endNanos) {
        this.connection = connection;
        this.untried = new ArrayDeque<>(order);
        this.endNanos = endNanos;
    }

    /**
     * Begins with the next address, if its time has come.
     *
     * @param nowNanos the time
     * @return the address that is under way from now on; null if none is due
     */
    public @Nullable Try begin(long nowNanos) {
        lock.lock();
        try {
            if (nextNanos(nowNanos) > 0) {
                return null;
            }
            Try next = new Try(untried.remove(), nowNanos);
            connection.timeline().leadsTo(next.address);
            underWay.add(next);
            newest = next;
            long shareNanos = leftNanos(nowNanos) / (untried.size() + 1);
            dueNanos = nowNanos + Math.max(LEAST_APART_NANOS, Math.min(APART_NANOS, shareNanos));
            return next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns how long to wait for the next address, unless one that is under way fails.
     *
     * @param nowNanos the time
     * @return nanoseconds; {@link Long#MAX_VALUE} if there is no further address
     */
    public long nextNanos(long nowNanos) {
        lock.lock();
        try {
            if (isOver || untried.isEmpty() || leftNanos(nowNanos) <= 0) {
                return Long.MAX_VALUE;
            }
            return underWay.isEmpty() ? 0 : dueNanos - nowNanos;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns how much time is left for all of it.
     *
     * @param nowNanos the time
     * @return nanoseconds; zero or less if it is over
     */
    public long leftNanos(long nowNanos) {
        return endNanos - nowNanos;
    }

    private void join(Exception cause) {
        if (failure != null && failure != cause) {
            cause.addSuppressed(failure);
        }
        failure = cause;
    }

    private List<Try> win(Try won, long nowNanos) {
        List<Try> losers = new ArrayList<>(underWay);
        int before = losers.indexOf(won);
        losers.remove(won);
        for (Try each : losers) {
            each.tried(givenUp(nowNanos - each.sinceNanos), nowNanos);
        }
        for (Try early : losers.subList(0, before)) {
            early.distrust(nowNanos); // it did not respond
        }
        won.tried(null, nowNanos);
        if (!losers.isEmpty()) {
            connection.timeline().leadsTo(won.address); // the last address that was tried may be another
        }
        won.hasWon = true;
        isOver = true;
        underWay.clear();
        // They have another turn if the connection to the winner turns out to be unusable.
        for (int i = losers.size() - 1; i >= 0; i--) {
            untried.addFirst(losers.get(i).address);
        }
        return losers;
    }

    /** Goes on with the other addresses, because the TLS handshake with the one that has won failed. */
    void restart(Try unusable, Exception cause, long nowNanos) {
        lock.lock();
        try {
            isOver = false;
            join(cause);
            if (!connection.isClosed() || isPatient(unusable, nowNanos)) {
                unusable.distrust(nowNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    // A caller that gives up soon says nothing about the address; one that waited for long does.
    private static boolean isPatient(Try which, long nowNanos) {
        return nowNanos - which.sinceNanos >= LEAST_NANOS;
    }

    private static void giveUp(List<Try> losers) {
        for (Try each : losers) {
            Runnable how = each.cancel;
            if (how != null) {
                how.run();
            }
        }
    }

    private static InterruptedIOException givenUp(long nanos) {
        return new InterruptedIOException(
                "Given up after " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms: another address took the connection");
    }

    /**
     * Ends the race because the dial is over; what is under way is given up.
     *
     * @param cause why
     * @param nowNanos the time
     */
    public void abandon(Exception cause, long nowNanos) {
        List<Try> givenUp;
        lock.lock();
        try {
            isOver = true;
            join(cause);
            givenUp = List.copyOf(underWay);
            for (Try each : givenUp) {
                each.tried(cause, nowNanos);
                if (isPatient(each, nowNanos)) {
                    each.distrust(nowNanos);
                }
            }
            underWay.clear();
        } finally {
            lock.unlock();
        }
        giveUp(givenUp);
    }

    /**
     * Tells whether all addresses have failed.
     *
     * @return whether none is left that could accept the connection
     */
    public boolean isLost() {
        lock.lock();
        try {
            return !isOver && underWay.isEmpty() && untried.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the failure of a dial that has no address left, or no time. */
    IOException lost() {
        // Addresses that do not get a turn in time have no failure.
        return failure() instanceof IOException known ? known : new SocketTimeoutException("Connect timed out");
    }

    /**
     * Returns the last failure, with those before it suppressed.
     *
     * @return the failure; null if no address has failed
     */
    public @Nullable Exception failure() {
        return failure;
    }

    /**
     * Returns the time for the address that is tried: at least 250 ms, and no less than any that is left. For a dialer that
     * tries one after the other.
     */
    long shareNanos(long nowNanos) {
        long leftNanos = leftNanos(nowNanos);
        return Math.min(leftNanos, Math.max(LEAST_NANOS, leftNanos / (untried.size() + 1)));
    }
}
