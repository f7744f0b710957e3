package dev.weir.internal.manager;

import dev.weir.internal.pool.PooledConnection;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a host that one dial tries, several at once (RFC 8305, section 5): each a quarter of a second after the
 * one before, or at once after a failure. It decides which one is next, which one won and how the dial failed, and leaves
 * the pool's notes; the sockets are the dialer's. Takes the time; not thread-safe.
 */
public final class AddressRace {

    /** How long to try an address before trying the next beside it: as RFC 8305 recommends. */
    public static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The least time per address, so that many addresses do not leave each with nothing. */
    static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    // The minimum, even with little time for many addresses (RFC 8305, section 8).
    private static final long LEAST_APART_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private record Try(SocketAddress address, long sinceNanos) {}

    private final PooledConnection connection;
    private final long endNanos;

    private final Deque<SocketAddress> untried;
    // Oldest first.
    private final Map<SocketAddress, Try> underWay = new LinkedHashMap<>();
    private @Nullable SocketAddress newest;
    // When the next one may begin, while others are under way.
    private long dueNanos;
    private @Nullable Try winner;
    private @Nullable Exception failure;
    private boolean isOver;

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
    public @Nullable SocketAddress begin(long nowNanos) {
        if (!isDue(nowNanos)) {
            return null;
        }
        SocketAddress next = untried.remove();
        connection.timeline().leadsTo(next);
        underWay.put(next, new Try(next, nowNanos));
        newest = next;
        long shareNanos = leftNanos(nowNanos) / (untried.size() + 1);
        dueNanos = nowNanos + Math.max(LEAST_APART_NANOS, Math.min(APART_NANOS, shareNanos));
        return next;
    }

    private boolean isDue(long nowNanos) {
        boolean mayBegin = !isOver && !untried.isEmpty() && leftNanos(nowNanos) > 0;
        return mayBegin && (underWay.isEmpty() || nowNanos - dueNanos >= 0);
    }

    /**
     * Returns how long to wait for the next address, unless one that is under way fails.
     *
     * @param nowNanos the time
     * @return nanoseconds; {@link Long#MAX_VALUE} if there is no further address
     */
    public long nextNanos(long nowNanos) {
        return isOver || untried.isEmpty() || leftNanos(nowNanos) <= 0 ? Long.MAX_VALUE : dueNanos - nowNanos;
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

    /**
     * Notes that an address failed. The next one may begin at once if it was the newest.
     *
     * @param address which one
     * @param cause its failure
     * @param nowNanos the time
     * @return false if it was no longer under way
     */
    public boolean failed(SocketAddress address, Exception cause, long nowNanos) {
        Try ended = underWay.remove(address);
        if (ended == null) {
            return false;
        }
        if (address.equals(newest)) {
            dueNanos = nowNanos;
        }
        join(cause);
        tried(ended, cause, nowNanos);
        distrust(ended, nowNanos);
        return true;
    }

    private void join(Exception cause) {
        if (failure != null && failure != cause) {
            cause.addSuppressed(failure);
        }
        failure = cause;
    }

    private void distrust(Try which, long nowNanos) {
        if (which.address() instanceof InetSocketAddress internet) {
            connection.lessons().failed(internet, nowNanos);
        }
    }

    /**
     * Notes that an address accepted the connection, which ends the race. The dialer closes the other sockets.
     *
     * @param address which one
     * @param nowNanos the time
     * @return false if it was no longer under way, so that its socket is one to close
     */
    @SuppressWarnings("ReferenceEquality") // one try, not one like it
    public boolean won(SocketAddress address, long nowNanos) {
        Try won = underWay.get(address);
        if (won == null) {
            return false;
        }
        Deque<SocketAddress> losers = new ArrayDeque<>();
        boolean isEarlier = true;
        for (Try each : underWay.values()) {
            if (each == won) {
                isEarlier = false;
                continue;
            }
            tried(each, givenUp(nowNanos - each.sinceNanos()), nowNanos);
            losers.push(each.address());
            if (isEarlier) {
                distrust(each, nowNanos); // it did not respond
            }
        }
        tried(won, null, nowNanos);
        if (!losers.isEmpty()) {
            connection.timeline().leadsTo(address); // the last address that was tried may be another
        }
        winner = won;
        isOver = true;
        // They have another turn if the connection to the winner turns out to be unusable.
        losers.forEach(untried::addFirst);
        underWay.clear();
        return true;
    }

    private void tried(Try which, @Nullable Exception cause, long nowNanos) {
        connection.timeline().tried(which.address(), nowNanos - which.sinceNanos(), cause);
    }

    private static InterruptedIOException givenUp(long nanos) {
        return new InterruptedIOException(
                "Given up after " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms: another address took the connection");
    }

    /**
     * Notes that the connection to the winner could not be used after all: the others have another turn.
     *
     * @param cause its failure
     * @param nowNanos the time
     */
    void restart(Exception cause, long nowNanos) {
        Try unusable = winner;
        winner = null;
        join(cause);
        isOver = false;
        if (unusable != null && (!connection.isClosed() || isPatient(unusable, nowNanos))) {
            distrust(unusable, nowNanos);
        }
    }

    // A caller that gives up soon says nothing about the address; one that waited for long does.
    private static boolean isPatient(Try which, long nowNanos) {
        return nowNanos - which.sinceNanos() >= LEAST_NANOS;
    }

    /**
     * Ends the race because the dial is over.
     *
     * @param cause why
     * @param nowNanos the time
     */
    public void abandon(Exception cause, long nowNanos) {
        isOver = true;
        join(cause);
        for (Try each : underWay.values()) {
            tried(each, cause, nowNanos);
            if (isPatient(each, nowNanos)) {
                distrust(each, nowNanos);
            }
        }
        underWay.clear();
    }

    /**
     * Tells whether all addresses have failed.
     *
     * @return whether none is left that could accept the connection
     */
    public boolean isLost() {
        return !isOver && underWay.isEmpty() && untried.isEmpty();
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

    /** Returns the time for the address that is tried: at least 250 ms, and no less than any that is left. */
    long shareNanos(long nowNanos) {
        long leftNanos = leftNanos(nowNanos);
        return Math.min(leftNanos, Math.max(LEAST_NANOS, leftNanos / (untried.size() + 1)));
    }
}
