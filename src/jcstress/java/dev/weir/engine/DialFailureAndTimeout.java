package dev.weir.engine;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A dial fails while the caller that waits for it runs out of time. */
@JCStressTest
@Outcome(id = "failed, 0 leased 0 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "It was told in time.")
@Outcome(id = "cancelled, 0 leased 0 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "It gave up before.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is lost.")
@State
public class DialFailureAndTimeout {

    private final RacedPool raced = RacedPool.governed(1);
    private final Future<FakeConnection> waiting = raced.ask("a");

    /** Ends the dial. */
    @Actor
    public void fail() {
        raced.dialing().dialFailed(new IOException("on purpose"), true);
    }

    /** Waits for no time at all. */
    @Actor
    public void giveUp() {
        try {
            waiting.get(1, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            // Looked at later.
        }
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(waiting);
        result.r2 = raced.has("a");
    }
}
