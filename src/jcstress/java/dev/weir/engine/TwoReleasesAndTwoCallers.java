package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two connections become free while two callers begin to wait for them. */
@JCStressTest
@Outcome(id = "served, served, 2 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "Each has one.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Somebody waits though a connection is free.")
@State
public class TwoReleasesAndTwoCallers {

    private final RacedPool raced = new RacedPool(2, 2);
    private final Entry<String, RacedConnection> one = raced.dial("a");
    private final Entry<String, RacedConnection> other = raced.dial("a");

    /** Frees both. */
    @Actor
    public void release() {
        raced.pool.release(one, true);
        raced.pool.release(other, true);
    }

    /** Asks twice. */
    @Actor
    public void join(LLL_Result result) {
        result.r1 = raced.ask("a");
        result.r2 = raced.ask("a");
    }

    /** Looks. */
    @Arbiter
    public void look(LLL_Result result) {
        result.r1 = RacedPool.fate(RacedPool.future(result.r1));
        result.r2 = RacedPool.fate(RacedPool.future(result.r2));
        result.r3 = raced.holds();
    }
}
