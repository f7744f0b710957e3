package dev.weir.internal.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Decides when which of the addresses of a host is tried, while others still are (RFC 8305, section 5): each a quarter of a
 * second after the one before, and at once after one that failed. Where there is no room for one more socket, the oldest
 * one makes room, and its address has another turn at the end. Decides by the time it is given; not thread-safe.
 *
 * @param <A> the address; no two of them are equal
 */
public final class AddressRace<A> {

    /** For how long an address is tried before the next is tried beside it: as RFC 8305 recommends. */
    public static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    // No less, however little time there is for however many addresses (RFC 8305, section 8).
    private static final long LEAST_APART_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final long endNanos;
    private final Deque<A> untried;
    // Those that have made room, the first one first.
    private final Deque<A> again = new ArrayDeque<>();
    // The oldest one first.
    private final Deque<A> underWay = new ArrayDeque<>();
    // When the next one may begin, while others are under way.
    private long dueNanos;

    /**
     * Creates a race that has not begun.
     *
     * @param order the addresses in the order in which they are to be tried
     * @param endNanos when all of it is over
     */
    public AddressRace(List<A> order, long endNanos) {
        this.untried = new ArrayDeque<>(order);
        this.endNanos = endNanos;
    }

    /**
     * Tells whether it is time to {@linkplain #begin begin} with the next address.
     *
     * @param nowNanos the time
     * @return whether there is one, and its time has come
     */
    public boolean isDue(long nowNanos) {
        return hasNext() && !isOver(nowNanos) && (underWay.isEmpty() || nowNanos - dueNanos >= 0);
    }

    /**
     * Tells whether an address waits for its turn.
     *
     * @return whether there is one
     */
    public boolean hasNext() {
        return !untried.isEmpty() || !again.isEmpty();
    }

    /**
     * Begins with the next address.
     *
     * @param nowNanos the time
     * @return the address that is under way from now on
     */
    public A begin(long nowNanos) {
        A next = untried.isEmpty() ? again.remove() : untried.remove();
        underWay.add(next);
        dueNanos = nowNanos + apartNanos(nowNanos);
        return next;
    }

    // One that comes again was slow before: it gets a share of the time that is left.
    private long apartNanos(long nowNanos) {
        long leftNanos = endNanos - nowNanos;
        return untried.isEmpty()
                ? Math.max(APART_NANOS, leftNanos / (again.size() + 1))
                : Math.max(LEAST_APART_NANOS, Math.min(APART_NANOS, leftNanos / (untried.size() + 1)));
    }

    /**
     * Has the oldest one that is under way make room for the next.
     *
     * @return the address that is no longer under way
     */
    public A makeRoom() {
        A oldest = underWay.remove();
        again.add(oldest);
        return oldest;
    }

    /**
     * Notes that an address that is under way has failed. The next one begins at once if that was the newest.
     *
     * @param address which one
     * @param nowNanos the time
     */
    public void failed(A address, long nowNanos) {
        if (address.equals(underWay.peekLast())) {
            dueNanos = nowNanos;
        }
        underWay.remove(address);
    }

    /** Has all that are under way begin once more, before those that are untried: the winner was of no use. */
    public void restart() {
        while (!underWay.isEmpty()) {
            untried.addFirst(underWay.removeLast());
        }
    }

    /**
     * Returns those that had their time before an address that took a connection.
     *
     * @param winner that address
     * @return the others that began before it and have not failed
     */
    public List<A> overtakenBy(A winner) {
        List<A> overtaken = new ArrayList<>(again);
        for (A address : underWay) {
            if (address.equals(winner)) {
                break;
            }
            overtaken.add(address);
        }
        return overtaken;
    }

    /**
     * Tells whether there is none left that could take a connection.
     *
     * @return whether all have failed
     */
    public boolean isLost() {
        return underWay.isEmpty() && !hasNext();
    }

    /**
     * Tells whether the time for all of it is over.
     *
     * @param nowNanos the time
     * @return whether it is
     */
    public boolean isOver(long nowNanos) {
        return nowNanos - endNanos >= 0;
    }

    /**
     * Returns how long nothing is to be done unless one that is under way succeeds or fails.
     *
     * @param nowNanos the time
     * @return nanoseconds until the next address may begin, or until the end
     */
    public long waitNanos(long nowNanos) {
        long leftNanos = endNanos - nowNanos;
        return hasNext() ? Math.min(leftNanos, dueNanos - nowNanos) : leftNanos;
    }
}
