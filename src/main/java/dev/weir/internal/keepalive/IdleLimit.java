package dev.weir.internal.keepalive;

/**
 * How long an idle connection may be kept: the smaller of the server's hint less a margin and the pool's own maximum.
 *
 * @param maxNanos most idle time, hint or no hint ({@code keepAlive.max}); zero keeps nothing
 * @param marginNanos time before the server's own limit ({@code keepAlive.margin})
 */
public record IdleLimit(long maxNanos, long marginNanos) {

    /**
     * Returns the idle time that a connection is allowed after an exchange.
     *
     * <p>The margin is never more than half of the hint, so that a server with short limits is still reused.
     *
     * @param hint what the server said
     * @return nanoseconds; zero if the connection must not be kept
     */
    public long nanosAfter(KeepAliveHint hint) {
        long timeoutNanos = hint.timeoutNanos();
        if (timeoutNanos == KeepAliveHint.NONE) {
            return maxNanos;
        }
        return Math.min(maxNanos, timeoutNanos - Math.min(marginNanos, timeoutNanos / 2));
    }
}
