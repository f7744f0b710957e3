package dev.weir.testserver;

/** What may be changed while a server runs. */
final class ServerSettings {

    private volatile Handler handler;
    private volatile IdleTimeout idleTimeout;
    private volatile int maxRequests;

    ServerSettings(Handler handler, IdleTimeout idleTimeout, int maxRequests) {
        this.handler = handler;
        this.idleTimeout = idleTimeout;
        this.maxRequests = maxRequests;
    }

    Handler handler() {
        return handler;
    }

    void handler(Handler next) {
        handler = next;
    }

    IdleTimeout idleTimeout() {
        return idleTimeout;
    }

    void idleTimeout(IdleTimeout next) {
        idleTimeout = next;
    }

    void maxRequests(int next) {
        maxRequests = next;
    }

    boolean isLast(int requestNumber) {
        int max = maxRequests;
        return max > 0 && requestNumber >= max;
    }

    /** The value of the Keep-Alive header, empty if nothing is announced. */
    String keepAlive(int requestNumber) {
        int max = maxRequests;
        String left = max > 0 ? ", max=" + (max - requestNumber) : "";
        return idleTimeout
                .claimed()
                .map(time -> "timeout=" + time.toSeconds() + left)
                .orElse("");
    }
}
