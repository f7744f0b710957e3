package dev.weir.engine;

import java.util.concurrent.Future;
import org.apache.hc.core5.pool.PoolEntry;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** An exchange ends while a waiting caller of another route gives up, with a third caller behind it. */
@JCStressTest
@Outcome(
        id = "served waiting, 1 leased 1 idle 1 pending 1 in flight",
        expect = Expect.ACCEPTABLE,
        desc = "The exchange ended in time.")
@Outcome(
        id = "cancelled served, 1 leased 1 idle 0 pending 1 in flight",
        expect = Expect.ACCEPTABLE,
        desc = "The next one begins its exchange.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Leave to begin an exchange is lost, or given twice.")
@State
public class EndOfExchangeAndCancel {

    private final RacedPool raced = new RacedPool(3, 3).inFlight(1);
    private final PoolEntry<String, RacedConnection> held = raced.dial("a");
    private final Future<PoolEntry<String, RacedConnection>> waiting = raced.ask("b");
    private final Future<PoolEntry<String, RacedConnection>> next = raced.ask("c");

    /** Ends the exchange. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Gives up. */
    @Actor
    public void cancel() {
        waiting.cancel(true);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(waiting) + " " + RacedPool.fate(next);
        result.r2 = raced.holdsInFlight();
    }
}
