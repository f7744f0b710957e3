package dev.weir.internal.dns;

import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * The addresses that refused a connection, reset one, or answered with a status that is retried. They are tried only when
 * nothing else is left: for a second, and twice as long each time they fail again before a response shows that they work.
 * So the address with the fewest connections, which a dying one is, does not get every new one. Takes the time. Thread-safe.
 */
public final class CoolDown {

    static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(32);
    static final int MAX_ADDRESSES = 1_000;

    private record Failure(long sinceNanos, long nanos) {

        boolean isCooling(long nowNanos) {
            return nowNanos - sinceNanos < nanos;
        }

        /** Several connections fail at one moment: that counts once. */
        Failure next(long nowNanos) {
            return isCooling(nowNanos) ? this : new Failure(nowNanos, Math.min(LONGEST_NANOS, 2 * nanos));
        }
    }

    private final ConcurrentMap<InetSocketAddress, Failure> failures = new ConcurrentHashMap<>();

    /**
     * Notes a failure.
     *
     * @param address of which
     * @param nowNanos the time
     */
    public void failed(InetSocketAddress address, long nowNanos) {
        if (failures.size() >= MAX_ADDRESSES) {
            failures.values().removeIf(failure -> !failure.isCooling(nowNanos));
        }
        if (failures.size() < MAX_ADDRESSES) {
            failures.compute(
                    address,
                    (same, known) -> known == null ? new Failure(nowNanos, FIRST_NANOS) : known.next(nowNanos));
        }
    }

    /**
     * Notes a response that is not retried.
     *
     * @param address of which
     */
    public void answered(InetSocketAddress address) {
        if (!failures.isEmpty()) { // as a rule: each response comes here
            failures.remove(address);
        }
    }

    /**
     * Tells whether an address failed recently, so that others are tried first.
     *
     * @param address which
     * @param nowNanos the time
     * @return whether it did
     */
    public boolean isCooling(InetSocketAddress address, long nowNanos) {
        Failure failure = failures.get(address);
        return failure != null && failure.isCooling(nowNanos);
    }
}
