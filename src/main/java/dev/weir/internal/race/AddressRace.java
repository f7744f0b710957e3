package dev.weir.internal.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Decides when to try which address of a host while others are still being tried (RFC 8305, section 5): each a quarter of a
 * second after the one before, or at once after a failure. If there is no room for one more socket, the oldest one makes
 * room, and its address has another turn at the end. Takes the time; not thread-safe.
 *
 * @param <A> the address; no two of them are equal
 */
public final class AddressRace<A> {

    /** How long to try an address before trying the next beside it: as RFC 8305 recommends. */
    public static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    // The minimum, even with little time for many addresses (RFC 8305, section 8).
    private static final long LEAST_APART_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final long endNanos;
    private final Deque<A> untried;
    // Those that have made room, first one first.
    private final Deque<A> again = new ArrayDeque<>();
    // Oldest first.
    private final Deque<A> underWay = new ArrayDeque<>();
    // When the next one may begin, while others are under way.
    private long dueNanos;

    /**
     * Creates a race that has not begun.
     *
     * @param order the addresses in the order in which to try them
     * @param endNanos when the whole race is over
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

    // A repeated address was slow before: it gets a share of the remaining time.
    private long apartNanos(long nowNanos) {
        long leftNanos = endNanos - nowNanos;
        return untried.isEmpty()
                ? Math.max(APART_NANOS, leftNanos / (again.size() + 1))
                : Math.max(LEAST_APART_NANOS, Math.min(APART_NANOS, leftNanos / (untried.size() + 1)));
    }

    /**
     * Makes the oldest one under way give its place to the next.
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

    /** Starts all that are under way again, before the untried ones: the winner was unusable. */
    public void restart() {
        while (!underWay.isEmpty()) {
            untried.addFirst(underWay.removeLast());
        }
    }

    /**
     * Returns those that had their time before an address that accepted a connection.
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
     * Tells whether no address is left that could accept a connection.
     *
     * @return whether all have failed
     */
    public boolean isLost() {
        return underWay.isEmpty() && !hasNext();
    }

    /**
     * Tells whether the time of the whole race is over.
     *
     * @param nowNanos the time
     * @return whether it is
     */
    public boolean isOver(long nowNanos) {
        return nowNanos - endNanos >= 0;
    }

    /**
     * Returns how long to wait, unless one that is under way succeeds or fails.
     *
     * @param nowNanos the time
     * @return nanoseconds until the next address may begin, or until the end
     */
    public long waitNanos(long nowNanos) {
        long leftNanos = endNanos - nowNanos;
        return hasNext() ? Math.min(leftNanos, dueNanos - nowNanos) : leftNanos;
    }
}
