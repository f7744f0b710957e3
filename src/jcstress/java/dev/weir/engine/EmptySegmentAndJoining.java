package dev.weir.engine;

import org.apache.hc.core5.pool.PoolEntry;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The last connection of a route is closed, so that its segment leaves, while a caller asks that route for one. */
@JCStressTest
@Outcome(
        id = "served, 0 leased 1 idle 0 pending",
        expect = Expect.ACCEPTABLE,
        desc = "The caller has one, and gives it back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits in a segment that has left.")
@State
public class EmptySegmentAndJoining {

    private final RacedPool raced = new RacedPool(1, 2);
    private final PoolEntry<String, RacedConnection> held = raced.dial("a");

    /** Frees the place. */
    @Actor
    public void release() {
        raced.pool.release(held, false);
    }

    /** Asks. */
    @Actor
    public void join(LL_Result result) {
        result.r1 = raced.ask("a");
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        String fate = RacedPool.fate(RacedPool.future(result.r1));
        result.r2 = fate.equals("served") ? raced.holdsAfterUseOf(RacedPool.future(result.r1)) : raced.holds();
        result.r1 = fate;
    }
}
