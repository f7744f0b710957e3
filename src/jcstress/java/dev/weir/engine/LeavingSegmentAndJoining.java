package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** An empty segment leaves the pool while a caller asks that route for a connection. */
@JCStressTest
@Outcome(
        id = "served, 0 leased 1 idle 0 pending",
        expect = Expect.ACCEPTABLE,
        desc = "The caller has an entry of a segment in the pool, and gives it back.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits, or its entry is lost, in a segment that has left.")
@State
public class LeavingSegmentAndJoining {

    private final RacedPool raced = new RacedPool(1, 2);
    private final Segment segment = raced.pool.segment("a");

    /** Forgets the route, unless a caller has joined it. */
    @Actor
    public void leave() {
        segment.leaveIfEmpty(() -> true);
    }

    /** Asks. */
    @Actor
    public void join(LL_Result result) {
        result.r1 = raced.ask("a");
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        Future<FakeConnection> future = RacedPool.future(result.r1);
        String fate = RacedPool.fate(future);
        result.r2 = fate.equals("served") ? raced.holdsAfterUseOf(future) : raced.holds();
        result.r1 = fate;
    }
}
