package dev.weir.engine;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two callers give connections back that need no gate, and ask again at once. */
@JCStressTest
@Outcome(id = "served served, 2 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "Each has one.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Somebody waits though a connection is free, or one is lost.")
@State
public class TwoCallersAtAClosedGate {

    private final RacedPool raced = new RacedPool(2, 2);
    private final Entry<String, RacedConnection> one = raced.established("a");
    private final Entry<String, RacedConnection> other = raced.established("a");
    private @Nullable Future<Entry<String, RacedConnection>> first;
    private @Nullable Future<Entry<String, RacedConnection>> second;

    /** Goes on with another. */
    @Actor
    public void goOn() {
        raced.pool.release(one, true);
        first = raced.ask("a");
    }

    /** Does the same. */
    @Actor
    public void goOnToo() {
        raced.pool.release(other, true);
        second = raced.ask("a");
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(first) + " " + RacedPool.fate(second);
        result.r2 = raced.holds();
    }
}
