package dev.weir.internal.manager;

import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * The addresses to which connecting failed recently. They are tried only when nothing else is left. Takes the time.
 * Thread-safe.
 */
public final class CoolDown {

    // As long as the default life of a DNS answer: a dead address is tried about once per answer.
    static final long COOLING_NANOS = TimeUnit.SECONDS.toNanos(10);

    static final int MAX_ADDRESSES = 1_000;

    private final ConcurrentMap<InetSocketAddress, Long> failures = new ConcurrentHashMap<>();

    /** Creates it without any addresses. */
    public CoolDown() {}

    /**
     * Notes that connecting failed.
     *
     * @param address the address
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
     * @param address the address
     */
    public void succeeded(InetSocketAddress address) {
        failures.remove(address);
    }

    /**
     * Tells whether connecting failed recently.
     *
     * @param address the address
     * @param nowNanos the time
     * @return whether to try others first
     */
    public boolean isCooling(InetSocketAddress address, long nowNanos) {
        Long failedNanos = failures.get(address);
        return failedNanos != null && nowNanos - failedNanos < COOLING_NANOS;
    }
}
