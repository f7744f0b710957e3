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

/** The event {@code dev.weir.Close}. */
@Name("dev.weir.Close")
@Label("Close")
@Category("Weir")
@Description("A connection was closed")
@Enabled(false)
@StackTrace(false)
final class CloseMoment extends Event {

    @Nullable
    String pool;

    @Nullable
    String route;

    @Nullable
    String cause;

    @Nullable
    String connectionId;

    @Nullable
    String remoteAddress;

    @Nullable
    String failure;

    @Timespan(Timespan.NANOSECONDS)
    long age;

    long uses;

    void record(PoolEvent.ConnectionClosed closed) {
        pool = closed.pool();
        route = closed.route();
        cause = Words.of(closed.cause());
        connectionId = closed.connectionId().orElse(null);
        remoteAddress = Words.address(closed.remoteAddress());
        failure = Words.failure(closed.failure());
        age = closed.age().toNanos();
        uses = closed.uses();
        commit();
    }
}
