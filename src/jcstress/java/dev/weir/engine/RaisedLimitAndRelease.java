package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The limit of a route is raised while a connection comes back and two callers wait. */
@JCStressTest
@Outcome(id = "served served, 2 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "Each has one.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Somebody waits though the route has room.")
@State
public class RaisedLimitAndRelease {

    private final RacedPool raced = new RacedPool(1, 9);
    private final Entry<String, RacedConnection> held = raced.dial("a");
    private final Future<Entry<String, RacedConnection>> first = raced.ask("a");
    private final Future<Entry<String, RacedConnection>> second = raced.ask("a");

    /** Raises the limit. */
    @Actor
    public void raise() {
        raced.pool.setMaxPerRoute("a", 2);
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
