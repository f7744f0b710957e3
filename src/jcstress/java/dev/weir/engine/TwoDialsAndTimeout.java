package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A connection becomes free while the first of two callers that wait for their dials runs out of time. */
@JCStressTest
@Outcome(id = "another, waiting, 1 leased 0 idle 2 dialing", expect = Expect.ACCEPTABLE, desc = "It came in time.")
@Outcome(
        id = "cancelled, another, 1 leased 0 idle 2 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "It was given back, for the second.")
@Outcome(
        id = "cancelled, another, 1 leased 0 idle 1 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "It came too late, and nobody wanted the dial.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The second waits in vain, or something is lost.")
@State
public class TwoDialsAndTimeout {

    private final RacedPool raced = RacedPool.governed(3);
    private final Entry<String, RacedConnection> held = raced.connect("a");
    private final DialWait<String, RacedConnection> first = raced.begin("a");
    private final DialWait<String, RacedConnection> second = raced.begin("a");

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Waits for no time at all. */
    @Actor
    public void giveUp() {
        RacedPool.waitBriefly(first);
    }

    /** Looks. */
    @Arbiter
    public void look(LLL_Result result) {
        result.r1 = RacedPool.end(first);
        result.r2 = RacedPool.end(second);
        result.r3 = raced.has("a");
    }
}
