package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A dial succeeds while the caller that waits for it runs out of time. */
@JCStressTest
@Outcome(id = "served, 1 leased 0 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "It came in time.")
@Outcome(id = "cancelled, 0 leased 1 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "It is kept.")
@Outcome(id = "cancelled, 0 leased 0 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "Nobody needs it: it ends.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is lost.")
@State
public class DialAndTimeout {

    private final RacedPool raced = RacedPool.governed(1);
    private final Future<FakeConnection> waiting = raced.ask("a");

    /** Ends the dial. */
    @Actor
    public void dialed() {
        raced.dialing().dialed(() -> 1);
    }

    /** Waits for no time at all. */
    @Actor
    public void giveUp() {
        RacedPool.waitBriefly(waiting);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(waiting);
        result.r2 = raced.has("a");
    }
}
