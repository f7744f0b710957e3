package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import org.apache.hc.core5.io.CloseMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A connection is closed at the moment in which its dial succeeds. */
@JCStressTest
@Outcome(id = "0 in the books", expect = Expect.ACCEPTABLE, desc = "It has left the books.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A closed connection stays in the books for ever.")
@State
public class OpeningAndClosing {

    private final RacedRoute raced = new RacedRoute();
    private final PooledConnection connection = raced.connection();

    /** Notes that the dial succeeded. */
    @Actor
    public void open() {
        connection.endDial(null, () -> 1);
    }

    /** Closes. */
    @Actor
    public void close() {
        connection.close(CloseCause.CANCELLED, CloseMode.IMMEDIATE);
    }

    /** Looks. */
    @Arbiter
    public void look(L_Result result) {
        long closed = raced.state.traffic.closedCounts().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        result.r1 = (raced.state.snapshot(false, 0).opened() - closed) + " in the books";
    }
}
