package dev.weir.engine;

import java.util.concurrent.Future;
import org.apache.hc.core5.io.CloseMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The pool is closed while a connection comes back and a caller waits for it. */
@JCStressTest
@Outcome(id = "served, closed 0 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It was served before.")
@Outcome(id = "cancelled, closed 0 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It was sent away.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A closed pool holds something.")
@State
public class CloseAndRelease {

    private final RacedPool raced = new RacedPool(1, 1);
    private final FakeConnection held = raced.dial("a");
    private final Future<FakeConnection> waiting = raced.ask("a");

    /** Closes. */
    @Actor
    public void close() {
        raced.pool.close(CloseMode.IMMEDIATE);
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
        result.r2 = (held.isEstablished() ? "open " : "closed ") + raced.holds();
    }
}
