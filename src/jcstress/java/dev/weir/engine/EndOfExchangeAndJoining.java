package dev.weir.engine;

import org.apache.hc.core5.pool.PoolEntry;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** An exchange ends while a caller of another route asks, which may begin its own only after that. */
@JCStressTest
@Outcome(
        id = "served, 1 leased 1 idle 0 pending 1 in flight",
        expect = Expect.ACCEPTABLE,
        desc = "The caller begins its exchange.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits though no exchange is under way.")
@State
public class EndOfExchangeAndJoining {

    private final RacedPool raced = new RacedPool(2, 2).inFlight(1);
    private final PoolEntry<String, RacedConnection> held = raced.dial("a");

    /** Ends the exchange. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
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
        result.r2 = raced.holdsInFlight();
    }
}
