package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * Two callers pass the only connection to and fro: each gives it back while the thread that gave it to the caller is still
 * busy with telling it.
 */
@JCStressTest
@Outcome(id = "passed, passed, 0 leased 1 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It is idle.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A caller had an error, or the connection is lost.")
@State
public class TellingAndRelease {

    private static final int TIMES = 50;

    private final RacedPool raced = new RacedPool(1, 1);

    /** Takes it and gives it back. */
    @Actor
    public void one(LLL_Result result) {
        result.r1 = raced.pass("a", TIMES);
    }

    /** Likewise. */
    @Actor
    public void other(LLL_Result result) {
        result.r2 = raced.pass("a", TIMES);
    }

    /** Looks. */
    @Arbiter
    public void look(LLL_Result result) {
        result.r3 = raced.holds();
    }
}
