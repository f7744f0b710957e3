package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A connection that two share is given back by one, and retired, while a third caller waits. */
@JCStressTest
@Outcome(
        id = "served, 2 leased 0 idle 0 pending but 1 taken",
        expect = Expect.ACCEPTABLE,
        desc = "It shares what was free before.")
@Outcome(id = "waiting, 1 leased 0 idle 1 pending", expect = Expect.ACCEPTABLE, desc = "It came too late.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is lost.")
@State
public class RetirementAndSharing {

    private final RacedPool raced = new RacedPool(1, 1);
    private final FakeConnection shared = raced.share("a");
    private final Future<FakeConnection> waiting = raced.ask("a");

    /** Gives one use back. */
    @Actor
    public void release() {
        raced.pool.release(shared, true);
    }

    /** Retires it. */
    @Actor
    public void retire() {
        shared.retire();
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(waiting);
        result.r2 = raced.holds();
    }
}
