package dev.weir.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A dial without a caller succeeds while a caller asks. */
@JCStressTest
@Outcome(
        id = "served, 2 leased 0 idle 0 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "It took the dial over, or the idle connection.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It waits for ever, or something is lost.")
@State
public class DialAndAdoption {

    private final RacedPool raced = RacedPool.governed(2);
    private final Entry<String, RacedConnection> orphan = raced.orphan("a");

    /** Ends the dial. */
    @Actor
    public void dialed() {
        orphan.dialed();
    }

    /** Asks. */
    @Actor
    public void ask(LL_Result result) {
        result.r1 = raced.askAndJoin(orphan);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = RacedPool.fate(RacedPool.future(result.r1));
        result.r2 = raced.has("a");
    }
}
