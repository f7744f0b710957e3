package dev.weir.internal.pool;

import dev.weir.failure.Holder;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** A lease that somebody has, as whoever explains a full pool sees it: of a whole connection, or of one exchange. */
interface HeldLease {

    String target();

    /** Returns the connection's name in HttpClient's own debug log. */
    String connection();

    String threadName();

    long leasedNanos();

    /** Tells whether it stays with the calling thread until that gives it back; never so of an exchange. */
    boolean isHeldByThisThread();

    boolean isSuspected();

    /** Returns method and path, without the query; empty if nothing was sent. */
    String request();

    /** Returns where it was leased; null if that was not recorded. */
    @Nullable
    Throwable acquired();

    /** Shows those of a connection. */
    static void forEach(PooledConnection connection, Consumer<HeldLease> look) {
        if (connection.delegate instanceof SharedTransport shared) {
            for (Holding holding : shared.holdings()) {
                if (isHeld(holding.lease())) {
                    look.accept(new OfExchange(connection, holding));
                }
            }
            return;
        }
        Lease lease = connection.holder();
        if (lease != null && !lease.isReleased()) {
            look.accept(new OfConnection(connection, lease));
        }
    }

    private static boolean isHeld(StreamLease lease) {
        return !lease.isOwn() && !lease.isReleased();
    }

    /** Returns how it is told to users. */
    default Holder told(long nowNanos) {
        return new Holder(
                target(),
                threadName(),
                age(nowNanos),
                request(),
                CallSite.frames(acquired()),
                connection(),
                isSuspected());
    }

    default Duration age(long nowNanos) {
        return Duration.ofNanos(Math.max(0, nowNanos - leasedNanos()));
    }

    /** Of a connection that nobody else uses meanwhile. */
    record OfConnection(PooledConnection on, Lease lease) implements HeldLease {
        @Override
        public String connection() {
            return on.getId();
        }

        @Override
        public String target() {
            return lease.target();
        }

        @Override
        public String threadName() {
            return lease.threadName();
        }

        @Override
        public long leasedNanos() {
            return lease.leasedNanos();
        }

        @Override
        public boolean isHeldByThisThread() {
            return lease.isHeldByThisThread();
        }

        @Override
        public boolean isSuspected() {
            Custody custody = lease.custody();
            return custody != null && custody.isSuspected();
        }

        @Override
        public String request() {
            Custody custody = lease.custody();
            return custody == null ? "" : custody.request(lease.routeState().policy());
        }

        @Override
        public @Nullable Throwable acquired() {
            Custody custody = lease.custody();
            return custody == null ? null : custody.acquired();
        }
    }

    /** Of one exchange, on a connection that others may share. */
    record OfExchange(PooledConnection on, Holding holding) implements HeldLease {
        @Override
        public String connection() {
            return on.getId();
        }

        @Override
        public String target() {
            return holding.lease().routeState().target();
        }

        @Override
        public String threadName() {
            return holding.lease().threadName();
        }

        @Override
        public long leasedNanos() {
            return holding.lease().leasedNanos();
        }

        // The thread that asked may have gone on to something else.
        @Override
        public boolean isHeldByThisThread() {
            return false;
        }

        @Override
        public boolean isSuspected() {
            return holding.lease().isSuspected();
        }

        @Override
        public String request() {
            HttpRequest sent = holding.request();
            return sent == null
                    ? ""
                    : Custody.line(
                            sent.getMethod(),
                            sent.getPath(),
                            holding.lease().routeState().policy());
        }

        @Override
        public @Nullable Throwable acquired() {
            return holding.lease().place();
        }
    }
}
