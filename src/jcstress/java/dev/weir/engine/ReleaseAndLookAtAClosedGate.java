package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A connection that needs no gate becomes free for a waiting caller, while another thread enters and leaves the gate. */
@JCStressTest
@Outcome(id = "served, 1 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It has the connection.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It waits though the connection is free.")
@State
public class ReleaseAndLookAtAClosedGate {

    private final RacedPool raced = new RacedPool(1, 1);
    private final FakeConnection held = raced.established("a");
    private final Future<FakeConnection> waiting = raced.ask("a");

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Closes the gate for a moment. */
    @Actor
    public void visit() {
        raced.pool.stats("a");
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(waiting);
        result.r2 = raced.holds();
    }
}
