package dev.weir.engine;

import java.util.concurrent.Future;
import org.apache.hc.core5.pool.PoolEntry;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A caller gives its connection back while the thread that gave it to the caller is still busy with telling it. */
@JCStressTest
@Outcome(id = "released, 0 leased 1 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "It is idle.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller had an error, or its connection is lost.")
@State
public class TellingAndRelease {

    private final RacedPool raced = new RacedPool(1, 1);
    private final PoolEntry<String, RacedConnection> held = raced.dial("a");
    private final Future<PoolEntry<String, RacedConnection>> waiting = raced.ask("a");

    /** Gives the only connection to the caller that waits. */
    @Actor
    public void tell() {
        raced.pool.release(held, true);
    }

    /** Gives it back as soon as it has it. */
    @Actor
    public void release(LL_Result result) {
        while (!waiting.isDone()) {
            Thread.onSpinWait();
        }
        PoolEntry<String, RacedConnection> entry = RacedPool.entry(waiting);
        if (!entry.hasConnection()) {
            entry.assignConnection(new RacedConnection());
        }
        result.r1 = released(entry);
    }

    private String released(PoolEntry<String, RacedConnection> entry) {
        try {
            raced.pool.release(entry, true);
            return "released";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r2 = raced.holds();
    }
}
