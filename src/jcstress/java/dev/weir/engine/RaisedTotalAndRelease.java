package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The total limit is raised while a connection comes back and two callers of another route wait. */
@JCStressTest
@Outcome(id = "served served, 2 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "Each has a place.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Somebody waits though a place is free.")
@State
public class RaisedTotalAndRelease {

    private final RacedPool raced = new RacedPool(2, 1);
    private final FakeConnection held = raced.dial("a");
    private final Future<FakeConnection> first = raced.ask("b");
    private final Future<FakeConnection> second = raced.ask("b");

    /** Raises the limit. */
    @Actor
    public void raise() {
        raced.pool.setMaxTotal(2);
    }

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(first) + " " + RacedPool.fate(second);
        result.r2 = raced.holds();
    }
}
