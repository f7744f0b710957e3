package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Exchanges become limited while one of two ends, and a caller waits for its connection. */
@JCStressTest
@Outcome(
        id = "served, 2 leased 0 idle 0 pending 2 in flight",
        expect = Expect.ACCEPTABLE,
        desc = "It began its exchange, with the connection that came back, before there was a limit.")
@Outcome(
        id = "waiting, 1 leased 1 idle 1 pending 1 in flight",
        expect = Expect.ACCEPTABLE,
        desc = "The limit was set before.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Exchanges are counted wrong.")
@State
public class LimitedInFlightAndRelease {

    private final RacedPool raced = new RacedPool(2, 2);
    private final FakeConnection held = raced.dial("a");
    private final FakeConnection other = raced.dial("a");
    private final Future<FakeConnection> waiting = raced.ask("a");

    /** Limits exchanges. */
    @Actor
    public void limit() {
        raced.inFlight(1);
    }

    /** Ends one of two exchanges. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(waiting) + (other.isEstablished() ? "" : " without the other");
        result.r2 = raced.holdsInFlight();
    }
}
