package dev.weir.engine;

import org.apache.hc.core5.io.CloseMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The pool is closed while a dial succeeds. */
@JCStressTest
@Outcome(id = "own, 0 leased 0 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "The dial was first.")
@Outcome(id = "cancelled, 0 leased 0 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "It was too late.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits for ever, or a closed pool holds something.")
@State
public class CloseAndDial {

    private final RacedPool raced = RacedPool.governed(1);
    private final DialWait<String, RacedConnection> waiting = raced.begin("a");

    /** Closes. */
    @Actor
    public void close() {
        raced.pool.close(CloseMode.IMMEDIATE);
    }

    /** Ends the dial. */
    @Actor
    public void dialed() {
        waiting.own().dialed();
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.end(waiting);
        result.r2 = raced.has("a") + ((waiting.own().connection() != null) ? " and open" : "");
    }
}
