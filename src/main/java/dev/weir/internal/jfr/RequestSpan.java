package dev.weir.internal.jfr;

import dev.weir.event.LeaseFacts;
import dev.weir.event.PoolEvent;
import java.util.Optional;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The event {@code dev.weir.Request}. */
@Name("dev.weir.Request")
@Label("Request")
@Category("Weir")
@Description("A call of a pool's client")
@Enabled(false)
@StackTrace(false)
final class RequestSpan extends Event implements Span<PoolEvent.RequestEnded> {

    @Nullable
    String pool;

    @Nullable
    String route;

    @Nullable
    String method;

    @Label("Status, 0 Without A Response")
    int status;

    @Label("Given Up By Its Caller")
    boolean cancelled;

    @Nullable
    String failure;

    @Nullable
    String outcome;

    @Nullable
    String protocol;

    @Nullable
    String remoteAddress;

    int exchanges;
    long uses;

    @Timespan(Timespan.NANOSECONDS)
    long idleFor;

    @Timespan(Timespan.NANOSECONDS)
    long before;

    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Timespan(Timespan.NANOSECONDS)
    long dialed;

    @Timespan(Timespan.NANOSECONDS)
    long lookup;

    @Timespan(Timespan.NANOSECONDS)
    long handshake;

    @Nullable
    String handshakeKind;

    @Timespan(Timespan.NANOSECONDS)
    long firstByte;

    @Timespan(Timespan.NANOSECONDS)
    long body;

    @Override
    public void end(PoolEvent.RequestEnded how) {
        end();
        if (shouldCommit()) {
            pool = how.pool();
            route = how.route().orElse(null);
            method = how.method().orElse(null);
            connection(how.facts());
            phases(how.facts());
            commit();
        }
    }

    private void connection(LeaseFacts facts) {
        status = facts.status().orElse(0);
        cancelled = facts.isCancelled();
        failure = Words.failure(facts.failure());
        outcome = facts.outcome().map(Words::of).orElse(null);
        protocol = facts.protocol().orElse(null);
        remoteAddress = Words.address(Optional.ofNullable(facts.remoteAddress()));
        exchanges = facts.exchanges();
        uses = facts.uses();
        idleFor = facts.idleFor().toNanos();
    }

    private void phases(LeaseFacts facts) {
        before = facts.before().toNanos();
        waited = facts.waited().toNanos();
        dialed = facts.dialed().toNanos();
        lookup = facts.lookup().toNanos();
        handshake = facts.handshake().toNanos();
        handshakeKind = facts.handshakeKind().map(Words::of).orElse(null);
        firstByte = facts.firstByte().toNanos();
        body = facts.body().toNanos();
    }
}
