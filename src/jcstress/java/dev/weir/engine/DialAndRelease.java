package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A dial succeeds while another connection of its route becomes free. */
@JCStressTest
@Outcome(id = "served, 1 leased 1 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "One serves, the other is kept.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is lost.")
@State
public class DialAndRelease {

    private final RacedPool raced = RacedPool.governed(2);
    private final FakeConnection held = raced.connect("a");
    private final Future<FakeConnection> waiting = raced.ask("a");

    /** Ends the dial. */
    @Actor
    public void dialed() {
        raced.dialing().dialed(() -> 1);
    }

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(waiting);
        result.r2 = raced.has("a");
    }
}
