package dev.weir.internal.jfr;

import dev.weir.event.PoolEvent;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The event {@code dev.weir.Lease}. */
@Name("dev.weir.Lease")
@Label("Lease")
@Category("Weir")
@Description("A lease has ended, with a connection or without")
@Enabled(false)
@StackTrace(false)
final class LeaseMoment extends Event {

    @Nullable
    String pool;

    @Nullable
    String route;

    @Nullable
    String outcome;

    @Nullable
    String connectionId;

    @Timespan(Timespan.NANOSECONDS)
    long waited;

    void record(PoolEvent.LeaseEnded lease) {
        pool = lease.pool();
        route = lease.route();
        outcome = Words.of(lease.outcome());
        connectionId = lease.connectionId().orElse(null);
        waited = lease.waited().toNanos();
        commit();
    }
}
