package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A place becomes free that a route without any waits for, while another caller asks the route that has it. */
@JCStressTest
@Outcome(
        id = "served, waiting, 1 leased 0 idle 1 pending",
        expect = Expect.ACCEPTABLE,
        desc = "The route that had none has it.")
@Outcome(
        id = "waiting, served, 1 leased 0 idle 1 pending",
        expect = Expect.ACCEPTABLE,
        desc = "The connection was taken before.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both wait, or both have one.")
@State
public class StarvingRouteAndJoining {

    private final RacedPool raced = new RacedPool(1, 1);
    private final Entry<String, RacedConnection> held = raced.dial("a");
    private final Future<Entry<String, RacedConnection>> starving = raced.ask("b");

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Asks. */
    @Actor
    public void join(LLL_Result result) {
        result.r2 = raced.ask("a");
    }

    /** Looks. */
    @Arbiter
    public void look(LLL_Result result) {
        result.r1 = RacedPool.fate(starving);
        result.r2 = RacedPool.fate(RacedPool.future(result.r2));
        result.r3 = raced.holds();
    }
}
