package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A connection becomes free while a caller that waits for its dial runs out of time. */
@JCStressTest
@Outcome(id = "another, 1 leased 0 idle 1 dialing", expect = Expect.ACCEPTABLE, desc = "It came in time.")
@Outcome(
        id = "cancelled, 0 leased 1 idle 1 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "It came and was given back; the dial goes on.")
@Outcome(
        id = "cancelled, 0 leased 1 idle 0 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "It came too late, and nobody wanted the dial.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is lost.")
@State
public class ReleaseAndDialTimeout {

    private final RacedPool raced = RacedPool.governed(2);
    private final Entry<String, RacedConnection> held = raced.connect("a");
    private final DialWait<String, RacedConnection> waiting = raced.begin("a");

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Waits for no time at all. */
    @Actor
    public void giveUp() {
        RacedPool.waitBriefly(waiting);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.end(waiting);
        result.r2 = raced.has("a");
    }
}
