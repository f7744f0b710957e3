package dev.weir.engine;

import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A dial succeeds while the caller that has it, and does not wait yet, gives it back. */
@JCStressTest
@Outcome(id = "open, 1 leased 1 idle 0 dialing", expect = Expect.ACCEPTABLE, desc = "The dial was first.")
@Outcome(
        id = "closed, 1 leased 0 idle 0 dialing",
        expect = Expect.ACCEPTABLE,
        desc = "Nobody wanted the dial, so it was cut.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is lost, or a socket stays behind.")
@State
public class DialAndCut {

    private final RacedPool raced = RacedPool.governed(2);
    private final Entry<String, RacedConnection> adopted = raced.orphan("a");
    private final Future<Entry<String, RacedConnection>> adopter = raced.ask("a");

    /** Ends the dial. */
    @Actor
    public void dialed() {
        adopted.dialed();
    }

    /** Gives the dial back. */
    @Actor
    public void giveBack() {
        raced.pool.release(RacedPool.entry(adopter), true);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = (adopted.connection() != null) ? "open" : "closed";
        result.r2 = raced.has("a");
    }
}
