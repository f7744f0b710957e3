package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A connection in use turns out to hold two callers while a second one asks. */
@JCStressTest
@Outcome(id = "served, 2 leased 0 idle 0 pending but 1 taken", expect = Expect.ACCEPTABLE, desc = "They share it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits though the connection has room.")
@State
public class MoreCapacityAndJoining {

    private final RacedPool raced = new RacedPool(1, 1);
    private final Entry<String, RacedConnection> held = raced.dial("a");

    /** Tells the capacity. */
    @Actor
    public void grow() {
        held.resize(2);
    }

    /** Asks. */
    @Actor
    public void join(LL_Result result) {
        result.r1 = raced.ask("a");
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(RacedPool.future(result.r1));
        result.r2 = raced.holds();
    }
}
