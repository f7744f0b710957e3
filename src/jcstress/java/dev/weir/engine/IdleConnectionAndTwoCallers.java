package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A caller of its own route and one of another want the last idle connection, or its place. */
@JCStressTest
@Outcome(id = "served, waiting, 1 leased 0 idle 1 pending", expect = Expect.ACCEPTABLE, desc = "It is reused.")
@Outcome(id = "waiting, served, 1 leased 0 idle 1 pending", expect = Expect.ACCEPTABLE, desc = "It has made room.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both wait, or both have one.")
@State
public class IdleConnectionAndTwoCallers {

    private final RacedPool raced = new RacedPool(1, 1);

    /** Leaves a connection idle. */
    public IdleConnectionAndTwoCallers() {
        raced.pool.release(raced.dial("a"), true);
    }

    /** Asks the same route. */
    @Actor
    public void reuse(LLL_Result result) {
        result.r1 = raced.ask("a");
    }

    /** Asks another. */
    @Actor
    public void replace(LLL_Result result) {
        result.r2 = raced.ask("b");
    }

    /** Looks. */
    @Arbiter
    public void look(LLL_Result result) {
        result.r1 = RacedPool.fate(RacedPool.future(result.r1));
        result.r2 = RacedPool.fate(RacedPool.future(result.r2));
        result.r3 = raced.holds();
    }
}
