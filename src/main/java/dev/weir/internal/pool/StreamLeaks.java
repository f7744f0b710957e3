package dev.weir.internal.pool;

import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.internal.log.Log;
import dev.weir.internal.maintenance.Maintained;
import java.util.List;
import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Looks for leases and exchanges of shared connections that never end. It takes back those whose holder was garbage
 * collected, and reports exchanges whose response is neither read nor closed for longer than {@code leakDetection}, and
 * again when they end. An exchange pays nothing for this: the maintenance looks at exchanges now and then.
 */
final class StreamLeaks implements Maintained {

    private static final Log LOG = Log.of("leak");

    private final AsyncPool pool;

    StreamLeaks(AsyncPool pool) {
        this.pool = pool;
    }

    @Override
    public long maintain() {
        long nowNanos = pool.nowNanos();
        pool.store().forEachLeased(entry -> look(SharedTransport.of(entry), nowNanos));
        pool.unconnected().forEach(lease -> look(lease.routeState(), lease, nowNanos));
        return LeakWatch.pauseNanos(pool.core().routes().config().leakDetection());
    }

    // Found by its place: no other book has a connection that was closed during its leases.
    private void look(@Nullable SharedTransport transport, long nowNanos) {
        if (transport != null) {
            look(transport.books().route(), transport, nowNanos);
        }
    }

    private void look(RouteState route, SharedTransport transport, long nowNanos) {
        List<StreamLease> lost = transport.lost(); // before the exchanges: a held lease may begin one meanwhile
        for (ActiveExchange holding : transport.holdings()) {
            if (holding.isLost()) {
                takeBack(route, holding, nowNanos);
            } else if (isSuspect(route, holding, nowNanos)) {
                suspect(route, holding, nowNanos);
            }
        }
        lost.stream().filter(lease -> !isInUse(lease, transport)).forEach(lease -> takeBack(route, lease, nowNanos));
    }

    // One that had no connection when it was made.
    private void look(RouteState route, StreamLease lease, long nowNanos) {
        SharedTransport transport = lease.isLost() ? lease.transport() : null;
        if (transport != null && !isInUse(lease, transport)) {
            takeBack(route, lease, nowNanos);
        }
    }

    // Its exchange goes on, even if the handle is gone.
    private static boolean isInUse(StreamLease lease, SharedTransport transport) {
        return transport.holdings().stream().anyMatch(holding -> holding.lease() == lease);
    }

    private void takeBack(RouteState route, ActiveExchange holding, long nowNanos) {
        StreamLease lease = holding.lease();
        if (holding.takeBack()) {
            collected(route, lease, holding.request(), nowNanos);
        }
    }

    private void takeBack(RouteState route, StreamLease lease, long nowNanos) {
        if (lease.takeBack()) {
            collected(route, lease, null, nowNanos);
        }
    }

    private void collected(RouteState route, StreamLease lease, @Nullable HttpRequest request, long nowNanos) {
        route.incidents().leaks().collected(nowNanos); // the end of its lease has reported a suspected one
        LeakWatch.warnOfCollected(tell(
                route,
                lease,
                LeakSuspected.Kind.COLLECTED,
                request == null ? "" : LeaseHolder.line(request.getMethod(), request.getPath(), route.policy()),
                nowNanos));
    }

    private static boolean isSuspect(RouteState route, ActiveExchange holding, long nowNanos) {
        StreamLease lease = holding.lease();
        if (route.policy().leakNanos == 0 || lease.isReleased() || lease.isSuspected()) {
            return false;
        }
        long heldNanos = nowNanos - lease.leasedNanos();
        return LeakRule.isSuspect(route.policy().leakNanos, heldNanos, holding.silentNanos(), !holding.isAnswered());
    }

    private void suspect(RouteState route, ActiveExchange holding, long nowNanos) {
        StreamLease lease = holding.lease();
        LeaseHolder leaseHolder = lease.suspect(holding.request());
        if (leaseHolder == null) {
            return; // it has just ended
        }
        route.incidents().leaks().suspected(nowNanos);
        LeakSuspected event =
                tell(route, lease, LeakSuspected.Kind.HELD_TOO_LONG, leaseHolder.request(route.policy()), nowNanos);
        LOG.warn(
                "Pool '{}': an exchange with {} is held for {} ms without a byte moving ({}, thread '{}'), which is"
                        + " longer than {}; leased at {}. Was its response read, or closed?",
                route.events().pool(),
                route.target(),
                event.held().toMillis(),
                event.request().isEmpty() ? "nothing sent" : event.request(),
                event.thread(),
                pool.core().routes().names().of("leakDetection"),
                LeakWatch.place(event.callSite()));
    }

    private static LeakSuspected tell(
            RouteState route, StreamLease lease, LeakSuspected.Kind kind, String request, long nowNanos) {
        long heldNanos = nowNanos - lease.leasedNanos();
        return LeakWatch.tell(route, kind, heldNanos, lease.threadName(), request, lease.place());
    }
}
