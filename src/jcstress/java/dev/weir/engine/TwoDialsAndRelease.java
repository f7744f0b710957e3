package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A dial succeeds while another connection becomes free, and two callers wait. */
@JCStressTest
@Outcome(id = "own, another, 2 leased 0 idle 1 dialing", expect = Expect.ACCEPTABLE, desc = "The dial was first.")
@Outcome(
        id = "another, another, 2 leased 0 idle 1 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "The other was first, and the dial is for the second.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One waits in vain, or something is lost.")
@State
public class TwoDialsAndRelease {

    private final RacedPool raced = RacedPool.governed(3);
    private final Entry<String, RacedConnection> held = raced.connect("a");
    private final DialWait<String, RacedConnection> first = raced.begin("a");
    private final DialWait<String, RacedConnection> second = raced.begin("a");

    /** Ends the dial. */
    @Actor
    public void dialed() {
        first.own().dialed();
    }

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Looks. */
    @Arbiter
    public void look(LLL_Result result) {
        result.r1 = RacedPool.end(first);
        result.r2 = RacedPool.end(second);
        result.r3 = raced.has("a");
    }
}
