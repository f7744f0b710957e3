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

/** The event {@code dev.weir.Dial}. */
@Name("dev.weir.Dial")
@Label("Dial")
@Category("Weir")
@Description("An attempt to establish a connection")
@Enabled(false)
@StackTrace(false)
final class DialSpan extends Event implements Span<PoolEvent.DialEnded> {

    @Nullable
    String pool;

    @Nullable
    String route;

    @Nullable
    String outcome;

    @Nullable
    String connectionId;

    @Nullable
    String remoteAddress;

    @Nullable
    String failure;

    @Timespan(Timespan.NANOSECONDS)
    long lookup;

    @Timespan(Timespan.NANOSECONDS)
    long connect;

    @Timespan(Timespan.NANOSECONDS)
    long handshake;

    @Nullable
    String handshakeKind;

    @Override
    public void end(PoolEvent.DialEnded how) {
        end();
        if (shouldCommit()) {
            pool = how.pool();
            route = how.route();
            outcome = Words.of(how.outcome());
            connectionId = how.connectionId().orElse(null);
            remoteAddress = Words.address(how.remoteAddress());
            failure = Words.failure(how.failure());
            lookup = how.lookup().toNanos();
            connect = how.connect().toNanos();
            handshake = how.handshake().toNanos();
            handshakeKind = how.handshakeKind().map(Words::of).orElse(null);
            commit();
        }
    }
}
