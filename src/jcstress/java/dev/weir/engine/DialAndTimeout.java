package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A dial succeeds while the caller that waits for it runs out of time. */
@JCStressTest
@Outcome(id = "own, 1 leased 0 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "It came in time.")
@Outcome(id = "cancelled, 0 leased 1 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "It is kept.")
@Outcome(
        id = "cancelled, 0 leased 0 idle 0 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "Nobody wanted the dial, so it was cut.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is lost.")
@State
public class DialAndTimeout {

    private final RacedPool raced = RacedPool.governed(1);
    private final Waiter<String, RacedConnection> waiting = raced.begin("a");

    /** Ends the dial. */
    @Actor
    public void dialed() {
        waiting.own().dialed();
    }

    /** Waits for no time at all. */
    @Actor
    public void giveUp() {
        RacedPool.waitBriefly(waiting);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.end(waiting);
        boolean open = (waiting.own().connection() != null);
        boolean kept = raced.pool.stats("a").leased() + raced.pool.stats("a").idle() == 1;
        result.r2 = raced.has("a") + (open == kept ? "" : " but open: " + open);
    }
}
