package dev.weir.internal.pool;

import java.io.IOException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A dial fails while its lease is given back by another thread, as one is that is canceled. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The lease is counted once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It is counted twice, or not at all.")
@State
public class FailureAndAbandoning {

    private final RacedRoute raced = new RacedRoute();
    private final Lease lease = raced.lease();

    /** Notes that the dial failed. */
    @Actor
    public void fail() {
        lease.fails(new IOException("refused"));
    }

    /** Gives the lease back. */
    @Actor
    public void abandon() {
        try {
            lease.abandon();
        } catch (IllegalStateException e) {
            // The store does not know the entry, which was made for this race.
        }
    }

    /** Looks. */
    @Arbiter
    public void look(L_Result result) {
        result.r1 = raced.ended();
    }
}
