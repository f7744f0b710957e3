package dev.weir.engine;

import static java.util.Objects.requireNonNull;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The total limit is lowered while a connection comes back. */
@JCStressTest
@Outcome(id = "closed, 1 leased 0 idle 0 pending", expect = Expect.ACCEPTABLE, desc = "The limit holds.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An idle connection exceeds the limit.")
@State
public class LoweredTotalAndRelease {

    private final RacedPool raced = new RacedPool(2, 2);
    private final Entry<String, RacedConnection> held = raced.dial("a");
    private final Entry<String, RacedConnection> other = raced.dial("b");
    private final RacedConnection connection = requireNonNull(held.connection());

    /** Lowers the limit. */
    @Actor
    public void lower() {
        raced.pool.setMaxTotal(1);
    }

    /** Frees the connection. */
    @Actor
    public void release() {
        raced.pool.release(held, true);
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        result.r1 = connection.isOpen() ? "open" : "closed";
        result.r2 = (other.connection() != null) ? raced.holds() : "the other was closed";
    }
}
