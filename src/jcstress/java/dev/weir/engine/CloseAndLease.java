package dev.weir.engine;

import org.apache.hc.core5.io.CloseMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The pool is closed while a caller asks for a connection. */
@JCStressTest
@Outcome(id = "refused, 0 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It was too late.")
@Outcome(id = "cancelled, 0 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It waited.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits for ever, or a closed pool holds something.")
@State
public class CloseAndLease {

    private final RacedPool raced = new RacedPool(1, 1);
    private final FakeConnection held = raced.dial("a");

    /** Closes. */
    @Actor
    public void close() {
        raced.pool.close(CloseMode.IMMEDIATE);
    }

    /** Asks. */
    @Actor
    public void join(LL_Result result) {
        result.r1 = raced.askUnlessClosed("a");
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(RacedPool.future(result.r1));
        result.r2 = raced.holds() + (held.isEstablished() ? " and open" : "");
    }
}
