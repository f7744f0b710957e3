package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A connection becomes free while the caller that waits for it runs out of time. */
@JCStressTest
@Outcome(id = "served, 1 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It came in time.")
@Outcome(id = "cancelled, 0 leased 1 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It is kept.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is lost.")
@State
public class ReleaseAndTimeout {

    private final RacedPool raced = new RacedPool(1, 1);
    private final FakeConnection held = raced.dial("a");
    private final Future<FakeConnection> waiting = raced.ask("a");

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Waits for no time at all. */
    @Actor
    public void timeOut() {
        RacedPool.waitBriefly(waiting);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(waiting);
        result.r2 = raced.holds();
    }
}
