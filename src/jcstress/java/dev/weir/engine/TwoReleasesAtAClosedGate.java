package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two connections that need no gate become free at once while two callers wait. */
@JCStressTest
@Outcome(id = "served served, 2 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "Each has one.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Somebody waits though a connection is free.")
@State
public class TwoReleasesAtAClosedGate {

    private final RacedPool raced = new RacedPool(2, 2);
    private final FakeConnection one = raced.established("a");
    private final FakeConnection other = raced.established("a");
    private final Future<FakeConnection> first = raced.ask("a");
    private final Future<FakeConnection> second = raced.ask("a");

    /** Frees one. */
    @Actor
    public void releaseOne() {
        raced.pool.release(one, true);
    }

    /** Frees the other. */
    @Actor
    public void releaseOther() {
        raced.pool.release(other, true);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(first) + " " + RacedPool.fate(second);
        result.r2 = raced.holds();
    }
}
