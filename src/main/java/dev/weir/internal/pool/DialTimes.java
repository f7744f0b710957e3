package dev.weir.internal.pool;

/** When the parts of a dial ended. Written by the thread that dials, read by whoever tells of it. */
final class DialTimes {

    private volatile long dialNanos;
    private volatile long dnsNanos;
    private volatile long connectedNanos;
    private volatile long securedNanos;
    private volatile boolean isConnected;
    private volatile boolean isSecured;

    void lookedUp(long nanos) {
        dnsNanos = nanos;
    }

    void connected(long nowNanos) {
        connectedNanos = nowNanos;
        isConnected = true;
    }

    void secured(long nowNanos) {
        securedNanos = nowNanos;
        isSecured = true;
    }

    void dialled(long nanos) {
        dialNanos = nanos;
    }

    long dialNanos() {
        return dialNanos;
    }

    /** Returns the time of the TLS handshake, wherever it took place; zero if there was none. */
    long handshakeNanos() {
        return isSecured ? securedNanos - connectedNanos : 0;
    }

    long dnsNanos() {
        return dnsNanos;
    }

    /**
     * Returns the time of the TLS handshake.
     *
     * @param nowNanos when the dial ended
     * @param mustSecure whether a handshake follows as soon as the socket is connected
     * @return nanoseconds; less than zero if it came to none
     */
    long tlsNanos(long nowNanos, boolean mustSecure) {
        if (isSecured) {
            return securedNanos - connectedNanos;
        }
        return isConnected && mustSecure ? nowNanos - connectedNanos : -1;
    }
}
