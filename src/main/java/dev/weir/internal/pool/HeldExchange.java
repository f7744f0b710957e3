package dev.weir.internal.pool;

import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** The lease of one exchange under way, on a connection that others may share. */
record HeldExchange(ActiveExchange holding) implements HeldLease {

    @Override
    public RouteState routeState() {
        return holding.lease().routeState();
    }

    @Override
    public String threadName() {
        return holding.lease().threadName();
    }

    @Override
    public long leasedNanos() {
        return holding.lease().leasedNanos();
    }

    // The requesting thread may have gone on to other work.
    @Override
    public boolean isHeldByThisThread() {
        return false;
    }

    @Override
    public boolean isReleased() {
        return holding.lease().isReleased();
    }

    @Override
    public boolean isSuspected() {
        return holding.lease().isSuspected();
    }

    @Override
    public String requestLine() {
        HttpRequest sent = holding.request();
        return sent == null
                ? ""
                : LeaseHolder.line(
                        sent.getMethod(), sent.getPath(), routeState().policy());
    }

    @Override
    public @Nullable Throwable acquired() {
        return holding.lease().place();
    }
}
