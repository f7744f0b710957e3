package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A place under the total limit becomes free while a caller of another route begins to wait for one. */
@JCStressTest
@Outcome(id = "served, 1 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "The caller has it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits though a place is free.")
@State
public class FreedPlaceAndJoining {

    private final RacedPool raced = new RacedPool(1, 1);
    private final FakeConnection held = raced.dial("a");

    /** Frees the place. */
    @Actor
    public void release() {
        raced.pool.release(held, false);
    }

    /** Asks. */
    @Actor
    public void join(LL_Result result) {
        result.r1 = raced.ask("b");
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(RacedPool.future(result.r1));
        result.r2 = raced.holds();
    }
}
