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

/** A connection that needs no gate becomes free and its caller asks again, while no caller may use it any more. */
@JCStressTest
@Outcome(id = "served, 1 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "By it in time, or by a new one.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits though there is a place, or a place is lost.")
@State
public class RetirementAtAClosedGate {

    private final RacedPool raced = new RacedPool(1, 1);
    private final Entry<String, RacedConnection> held = raced.established("a");
    private @Nullable Future<Entry<String, RacedConnection>> asked;

    /** Goes on with another. */
    @Actor
    public void goOn() {
        raced.pool.release(held, true);
        asked = raced.ask("a");
    }

    /** Lets no caller use it. */
    @Actor
    public void retire() {
        held.retire();
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(asked);
        result.r2 = raced.holds();
    }
}
