package dev.weir.engine;

import org.apache.hc.core5.io.CloseMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The pool is closed while a dial begins. */
@JCStressTest
@Outcome(
        id = "cancelled, 0 leased 0 idle 0 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "Whether the dial began or not.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits for ever, or a closed pool holds something.")
@State
public class CloseAndBeginningDial {

    private final RacedPool raced = RacedPool.governed(1);
    private final DialWait<String, RacedConnection> waiting = raced.wait(raced.dial("a"));

    /** Closes. */
    @Actor
    public void close() {
        raced.pool.close(CloseMode.IMMEDIATE);
    }

    /** Begins the dial. */
    @Actor
    public void begin() {
        waiting.begin();
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.end(waiting);
        result.r2 = raced.has("a") + ((waiting.own().connection() != null) ? " and open" : "");
    }
}
