package dev.weir.internal.manager;

import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * The addresses to which connecting failed not long ago. They are worth a try when nothing else is left, but no caller's
 * time before that. Decides by the time it is given. Thread-safe.
 */
public final class CoolDown {

    // As long as an answer of the DNS is used by default: a dead address is tried about once per answer.
    static final long COOLING_NANOS = TimeUnit.SECONDS.toNanos(10);

    static final int MAX_ADDRESSES = 1_000;

    private final ConcurrentMap<InetSocketAddress, Long> failures = new ConcurrentHashMap<>();

    /** Creates it without any. */
    public CoolDown() {}

    /**
     * Notes that connecting failed.
     *
     * @param address to where
     * @param nowNanos the time
     */
    public void failed(InetSocketAddress address, long nowNanos) {
        if (failures.size() >= MAX_ADDRESSES) {
            failures.values().removeIf(failedNanos -> nowNanos - failedNanos >= COOLING_NANOS);
        }
        if (failures.size() < MAX_ADDRESSES) {
            failures.put(address, nowNanos);
        }
    }

    /**
     * Notes that connecting succeeded.
     *
     * @param address to where
     */
    public void succeeded(InetSocketAddress address) {
        failures.remove(address);
    }

    /**
     * Tells whether connecting failed not long ago.
     *
     * @param address to where
     * @param nowNanos the time
     * @return whether others are to be tried first
     */
    public boolean isCooling(InetSocketAddress address, long nowNanos) {
        Long failedNanos = failures.get(address);
        return failedNanos != null && nowNanos - failedNanos < COOLING_NANOS;
    }
}
