package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The limit of exchanges is raised while one ends and two callers wait. */
@JCStressTest
@Outcome(
        id = "served served, 2 leased 0 idle 0 pending 2 in flight",
        expect = Expect.ACCEPTABLE,
        desc = "Both begin their exchanges.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A caller waits though it may begin its exchange.")
@State
public class RaisedInFlightAndRelease {

    private final RacedPool raced = new RacedPool(3, 3).inFlight(1);
    private final Entry<String, RacedConnection> held = raced.dial("a");
    private final Future<Entry<String, RacedConnection>> first = raced.ask("a");
    private final Future<Entry<String, RacedConnection>> second = raced.ask("a");

    /** Raises the limit. */
    @Actor
    public void raise() {
        raced.inFlight(2);
    }

    /** Ends the exchange. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(first) + " " + RacedPool.fate(second);
        result.r2 = raced.holdsInFlight();
    }
}
